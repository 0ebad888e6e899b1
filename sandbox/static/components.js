// Buttons, menus and the V2 layout of a message.
import { el, link } from "./dom.js";
import { markdown } from "./markdown.js";
import { fileCard, picture } from "./media.js";
import { state } from "./state.js";

const STYLES = { 1: "primary", 2: "secondary", 3: "success", 4: "danger", 5: "link" };
const ENTITIES = { 5: "users", 6: "roles", 7: "mentionables", 8: "channels" };
const EMOJI = (emoji) => (emoji ? el("span", { class: "emoji" }, emoji.id ? `:${emoji.name}:` : emoji.name) : null);

/**
 * Return a component as an element. Its controls call `press(custom_id)` and
 * `choose(custom_id, values)`; `message` has the sizes of its attachments.
 */
export function component(node, context) {
  const make = MAKERS[node.type];
  return make ? make(node, context) : el("p", { class: "subtext" }, `component ${node.type}`);
}

const all = (nodes, context) => nodes.map((node) => component(node, context));

const MAKERS = {
  1: (row, context) => el("div", { class: "row" }, all(row.components, context)),
  2: button,
  3: (menu, context) => select(menu, context),
  5: (menu, context) => select(menu, context),
  6: (menu, context) => select(menu, context),
  7: (menu, context) => select(menu, context),
  8: (menu, context) => select(menu, context),
  9: (section, context) =>
    el(
      "div",
      { class: "section" },
      el("div", { class: "texts" }, all(section.components, context)),
      el("div", { class: "accessory" }, component(section.accessory, context)),
    ),
  10: (text) => el("div", { class: "text markdown" }, markdown(text.content)),
  11: (thumbnail, context) => el("div", { class: "thumbnail" }, media(thumbnail, context)),
  12: (gallery, context) =>
    el(
      "div",
      { class: "gallery", "data-count": gallery.items.length },
      gallery.items.map((item) => media(item, context)),
    ),
  13: (file) => fileCard(file.name ?? "file", file.size ?? 0, file.file.url),
  14: (line) =>
    el("hr", { class: line.spacing === 2 ? "wide" : "", "data-divider": String(line.divider ?? true) }),
  17: container,
};

function media(item, { message }) {
  const file = message.attachments.find((a) => a.id === item.media.attachment_id) ?? item.media;
  const size = { width: file?.width, height: file?.height };
  return picture({ url: item.media.url, description: item.description, spoiler: item.spoiler, ...size });
}

function container(node, context) {
  const box = el("div", { class: "container" }, all(node.components, context));
  if (node.accent_color !== null && node.accent_color !== undefined) {
    box.style.borderLeftColor = "#" + node.accent_color.toString(16).padStart(6, "0");
  }
  return box;
}

function button(node, { press }) {
  const inside = [EMOJI(node.emoji), node.label ? el("span", {}, node.label) : null, node.style === 5 ? " ↗" : null];
  if (node.style === 5) {
    const anchor = link(node.url, inside);
    anchor.classList.add("button", "link");
    return anchor;
  }
  const made = el(
    "button",
    {
      class: `button ${STYLES[node.style] ?? "secondary"}`,
      "data-custom-id": node.custom_id,
      disabled: Boolean(node.disabled),
      "aria-label": node.label ? undefined : node.emoji?.name,
    },
    inside,
  );
  made.addEventListener("click", async () => {
    if (made.classList.contains("busy")) return;
    made.classList.add("busy");
    await press(node.custom_id);
    made.classList.remove("busy");
  });
  return made;
}

/** Return the options of any kind of menu: [{value, label, description, emoji, default}]. */
export function listOptions(menu) {
  if (menu.type === 3 || menu.type >= 21) return menu.options;
  const users = state.people.map((p) => ({ value: p.id, label: "@" + p.name }));
  const roles = Object.entries(state.roles).map(([value, label]) => ({ value, label: "@" + label.replace(/^@/, "") }));
  const channels = state.channels
    .filter((c) => !menu.channel_types?.length || menu.channel_types.includes(c.type))
    .map((c) => ({ value: c.id, label: "#" + c.name }));
  return { users, roles, channels, mentionables: [...users, ...roles] }[ENTITIES[menu.type]];
}

const labelOf = (option) => [option.emoji?.name, option.label, option.description && `— ${option.description}`]
  .filter(Boolean)
  .join(" ");

function select(menu, context) {
  return (menu.max_values ?? 1) > 1 ? multiSelect(menu, context) : singleSelect(menu, context);
}

function singleSelect(menu, { choose }) {
  const list = listOptions(menu);
  const placeholder = menu.placeholder ?? "Make a selection";
  const node = el(
    "select",
    {
      class: "menu",
      "data-custom-id": menu.custom_id,
      "aria-label": placeholder,
      disabled: Boolean(menu.disabled),
    },
    el("option", { value: "", disabled: menu.min_values !== 0 }, placeholder),
    list.map((option) => el("option", { value: option.value }, labelOf(option))),
  );
  node.value = list.find((option) => option.default)?.value ?? "";
  node.addEventListener("change", () => choose(menu.custom_id, node.value ? [node.value] : []));
  return node;
}

/** Return a menu with several choices: checkboxes that fold out, sent together. */
function multiSelect(menu, { choose }) {
  const placeholder = menu.placeholder ?? "Make a selection";
  const boxes = listOptions(menu).map((option) => {
    const box = el("input", { type: "checkbox", value: option.value });
    box.checked = Boolean(option.default);
    return { box, row: el("label", {}, box, " ", labelOf(option)) };
  });
  const done = el("button", { class: "button primary" }, "Choose");
  const summary = el("summary", {}, placeholder);
  const node = el(
    "details",
    { class: "menu several", "data-custom-id": menu.custom_id },
    summary,
    el("div", {}, boxes.map(({ row }) => row), done),
  );
  if (menu.disabled) summary.addEventListener("click", (event) => event.preventDefault());
  const check = () => {
    const count = boxes.filter(({ box }) => box.checked).length;
    done.disabled = count < (menu.min_values ?? 1) || count > menu.max_values;
  };
  node.addEventListener("change", check);
  check();
  done.addEventListener("click", () => {
    node.open = false;
    choose(menu.custom_id, boxes.filter(({ box }) => box.checked).map(({ box }) => box.value));
  });
  return node;
}
