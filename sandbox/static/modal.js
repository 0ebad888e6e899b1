// Modal forms.
import { encodeFile, perform } from "./api.js";
import { listOptions } from "./components.js";
import { $, el } from "./dom.js";
import { markdown } from "./markdown.js";
import { state } from "./state.js";

const TEXT = 4, FILE = 19, RADIO = 21, CHECKBOXES = 22, CHECKBOX = 23;
const SELECTS = [3, 5, 6, 7, 8];

/** Show the form; `sent(promise)` is given the submission once the person sends it. */
export function showModal(modal, channelId, sent) {
  const dialog = $("form");
  const readers = {}; // custom_id -> the field's value, undefined when left empty
  const problem = el("p", { class: "problem", role: "alert", hidden: true });
  const form = el(
    "form",
    { novalidate: true },
    el("h2", {}, modal.title),
    modal.components.map((node) => part(node, readers)),
    problem,
    el(
      "div",
      { class: "row end" },
      el("button", { type: "button", class: "button secondary", onclick: () => dialog.close() }, "Cancel"),
      el("button", { class: "button primary" }, "Submit"),
    ),
  );
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const fields = {};
    for (const [id, read] of Object.entries(readers)) {
      const value = await read();
      if (value !== undefined) fields[id] = value;
    }
    const request = { as: state.me.name, channel: channelId, do: "submit", custom_id: modal.custom_id, fields };
    const submission = perform(request);
    // A refused form stays open with the reason; an accepted one closes at once.
    const refusal = submission.then(() => null, (error) => error);
    const early = await Promise.race([refusal, new Promise((wait) => setTimeout(wait, 250, null))]);
    if (early) {
      problem.textContent = early.message;
      problem.hidden = false;
      return;
    }
    dialog.close();
    sent(submission);
  });
  dialog.setAttribute("aria-label", modal.title);
  dialog.replaceChildren(form);
  dialog.showModal();
}

function part(node, readers) {
  if (node.type === 10) return el("div", { class: "markdown" }, markdown(node.content));
  if (node.type === 1) return node.components.map((child) => part(child, readers));
  if (node.type === 18) return labelled(node.component, node.label, node.description, readers);
  return labelled(node, node.label ?? "", null, readers);
}

function labelled(control, label, description, readers) {
  const required = control.required ?? control.type !== CHECKBOX;
  const { node, read } = field(control, label);
  readers[control.custom_id] = read;
  const group = [RADIO, CHECKBOXES].includes(control.type);
  const star = required ? el("span", { class: "required", "aria-hidden": "true" }, " *") : null;
  return el(
    group ? "fieldset" : "label",
    { class: "field" },
    el(group ? "legend" : "span", { class: "label" }, label, star),
    description ? el("small", {}, description) : null,
    node,
  );
}

function field(control, label) {
  const name = { "data-custom-id": control.custom_id };
  if (control.type === TEXT) {
    const bounds = { minlength: control.min_length, maxlength: control.max_length ?? 4000 };
    const node = el(control.style === 2 ? "textarea" : "input", {
      ...name, ...bounds, rows: control.style === 2 ? 4 : undefined,
      placeholder: control.placeholder, "aria-label": label,
    });
    node.value = control.value ?? "";
    return { node, read: () => node.value };
  }
  if (control.type === CHECKBOX) {
    const node = el("input", { ...name, type: "checkbox" });
    node.checked = Boolean(control.default);
    return { node, read: () => node.checked };
  }
  if (control.type === FILE) {
    const node = el("input", { ...name, type: "file", multiple: (control.max_values ?? 1) > 1 });
    return { node, read: () => Promise.all([...node.files].map(encodeFile)) };
  }
  const several = control.type === CHECKBOXES || (SELECTS.includes(control.type) && (control.max_values ?? 1) > 1);
  if (SELECTS.includes(control.type) && !several) {
    const node = el(
      "select",
      { ...name, class: "menu", "aria-label": label },
      el("option", { value: "" }, control.placeholder ?? "Make a selection"),
      listOptions(control).map((o) => el("option", { value: o.value }, o.label)),
    );
    node.value = listOptions(control).find((o) => o.default)?.value ?? "";
    return { node, read: () => (node.value ? [node.value] : []) };
  }
  const type = several ? "checkbox" : "radio";
  const inputs = listOptions(control).map((option) => {
    const input = el("input", { type, name: control.custom_id, value: option.value });
    input.checked = Boolean(option.default);
    const about = option.description ? el("small", {}, option.description) : null;
    return { input, row: el("label", { class: "choice" }, input, el("span", {}, option.label, about)) };
  });
  const node = el("div", name, inputs.map(({ row }) => row));
  const chosen = () => inputs.filter(({ input }) => input.checked).map(({ input }) => input.value);
  return { node, read: () => (several ? chosen() : chosen()[0]) };
}
