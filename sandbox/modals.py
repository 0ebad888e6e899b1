"""Turn a person's values for a modal into the components of a MODAL_SUBMIT."""

from __future__ import annotations

from typing import Any

from simcord.enums import SELECT_TYPES, ComponentType, OptionType

from .errors import UserError
from .options import Resolver

TEXT_MAX = 4000
CHOICES_OF = (ComponentType.STRING_SELECT, ComponentType.RADIO_GROUP, ComponentType.CHECKBOX_GROUP)
ENTITY_KINDS = {
    ComponentType.USER_SELECT: OptionType.USER,
    ComponentType.ROLE_SELECT: OptionType.ROLE,
    ComponentType.MENTIONABLE_SELECT: OptionType.MENTIONABLE,
    ComponentType.CHANNEL_SELECT: OptionType.CHANNEL,
}


def fill_in(
    modal: dict[str, Any], fields: dict[str, Any], resolver: Resolver
) -> list[dict[str, Any]]:
    """Return the modal's components with the person's values; `fields` is keyed by custom_id.

    Text is a string; selects and checkbox groups are a list of values (or one value); a radio
    group is one value; a checkbox is a boolean; a file upload is a list of files as in
    `Resolver.attachment`.

    Raises:
        UserError: for a field that is unknown, missing or of the wrong kind.
    """
    known = {control["custom_id"] for control in list_controls(modal)}
    if unknown := fields.keys() - known:
        raise UserError(f"The form has no field {min(unknown)}.")
    return [_node(component, fields, resolver) for component in modal["components"]]


def list_controls(modal: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the fields of a modal, without the rows and labels around them."""
    found = []
    for component in modal["components"]:
        if component["type"] == ComponentType.ACTION_ROW:
            found += component["components"]
        elif component["type"] == ComponentType.LABEL:
            found.append(component["component"])
    return found


def _node(node: dict[str, Any], fields: dict[str, Any], resolver: Resolver) -> dict[str, Any]:
    kept = {"type": node["type"], "id": node["id"]}
    if node["type"] == ComponentType.ACTION_ROW:
        return {**kept, "components": [_node(c, fields, resolver) for c in node["components"]]}
    if node["type"] == ComponentType.LABEL:
        return {**kept, "component": _node(node["component"], fields, resolver)}
    if node["type"] == ComponentType.TEXT_DISPLAY:
        return kept
    return {**kept, "custom_id": node["custom_id"], **_value(node, fields, resolver)}


def _value(control: dict[str, Any], fields: dict[str, Any], resolver: Resolver) -> dict[str, Any]:
    kind, name = control["type"], control["custom_id"]
    if kind == ComponentType.TEXT_INPUT:
        return {"value": _text(control, fields.get(name, control.get("value")))}
    if kind == ComponentType.CHECKBOX:
        value = fields.get(name, control.get("default", False))
        if not isinstance(value, bool):
            raise UserError(f"The field {name} is true or false.")
        return {"value": value}
    given = fields.get(name)
    if given is None:
        given = [o["value"] for o in control.get("options") or [] if o.get("default")]
    chosen = given if isinstance(given, list) else [given]
    if kind == ComponentType.RADIO_GROUP:
        values = select_values(control, chosen, resolver, least=0, most=1)
        if control.get("required", True) and not values:
            raise UserError(f"The field {name} is required.")
        return {"value": values[0] if values else None}
    most = len(control["options"]) if kind == ComponentType.CHECKBOX_GROUP else 1
    least = control.get("min_values", 1)
    if not control.get("required", True) and not chosen:
        least = 0
    return {
        "values": select_values(control, chosen, resolver, least, control.get("max_values") or most)
    }


def _text(control: dict[str, Any], value: Any) -> str:
    name, text = control["custom_id"], "" if value is None else value
    if not isinstance(text, str):
        raise UserError(f"The field {name} is text.")
    least, most = control.get("min_length") or 0, control.get("max_length") or TEXT_MAX
    if control.get("required", True) and not text:
        raise UserError(f"The field {name} is required.")
    if text and not least <= len(text) <= most:
        raise UserError(f"The field {name} takes {least} to {most} characters.")
    return text


def select_values(
    control: dict[str, Any], chosen: list[Any], resolver: Resolver, least: int, most: int
) -> list[str]:
    """Return the values that a person chose in a select, as they are sent to the bot.

    Raises:
        UserError: for too few, too many, repeated or unknown values.
    """
    name, kind = control["custom_id"], control["type"]
    if not least <= len(chosen) <= most:
        amount = str(least) if least == most else f"{least} to {most}"
        raise UserError(f"The field {name} takes {amount} values, not {len(chosen)}.")
    if kind in CHOICES_OF:
        offered = {option["value"] for option in control["options"]}
        values = [str(value) for value in chosen]
        if unknown := [value for value in values if value not in offered]:
            raise UserError(f"The field {name} does not offer {unknown[0]}.")
    elif kind in SELECT_TYPES:
        values = [resolver.entity(ENTITY_KINDS[kind], value) for value in chosen]
    else:
        values = [resolver.attachment(name, value) for value in chosen]
    if len(set(values)) < len(values):
        raise UserError(f"The field {name} takes each value once.")
    return values
