// The composer: plain messages, and slash commands with their options.
import * as api from "./api.js";
import { $, el } from "./dom.js";
import { channel, state } from "./state.js";
import * as suggestions from "./suggestions.js";

const composer = $("composer");
const form = $("command");
const STRING = 3, INTEGER = 4, BOOLEAN = 5, USER = 6, CHANNEL = 7, ROLE = 8, MENTIONABLE = 9, NUMBER = 10, FILE = 11;
const TYPE_NAMES = { [STRING]: "text", [INTEGER]: "whole number", [BOOLEAN]: "True or False", [USER]: "person", [CHANNEL]: "channel", [ROLE]: "role", [MENTIONABLE]: "person or role", [NUMBER]: "number", [FILE]: "file" };

let leaves = []; // {name, description, options} of every command that can be run here
let leaf = null; // the command being filled in
let fields = new Map(); // option name -> {option, input, chosen}
let handlers; // say(text), run(name, values)
let latestRequest = 0; // the newest request for suggestions

export function setUp(given) {
  handlers = given;
  composer.addEventListener("input", onType);
  composer.addEventListener("keydown", onKey);
  composer.addEventListener("blur", () => setTimeout(() => suggestions.close(composer), 150));
  $("send").addEventListener("click", submit);
  form.addEventListener("submit", (event) => event.preventDefault());
}

export function showError(text) {
  $("problem").textContent = text ?? "";
  $("problem").hidden = !text;
}

/** Reset the composer for another channel or person. */
export function reset() {
  closeCommandForm();
  const here = channel();
  composer.disabled = !here?.may_post;
  const name = here?.name.replace(/^@/, "");
  const mark = here?.type === 1 ? "@" : "#";
  composer.placeholder = here?.may_post ? `Message ${mark}${name}` : "You may not write here";
  loadCommands();
}

async function loadCommands() {
  const at = [state.me.name, state.current];
  const found = await api.commands(...at).catch(() => []);
  if (at[0] === state.me.name && at[1] === state.current) leaves = found.filter((c) => (c.type ?? 1) === 1).flatMap((c) => leavesOf(c, c.name));
}

function leavesOf(node, name) {
  const below = (node.options ?? []).filter((o) => o.type <= 2);
  if (below.length) return below.flatMap((o) => leavesOf(o, `${name} ${o.name}`));
  return [{ name, description: node.description, options: node.options ?? [] }];
}

// ------------------------------------------------------------ plain messages

function resize() {
  composer.style.height = "auto";
  composer.style.height = `${Math.min(composer.scrollHeight, 160)}px`;
}

async function onType() {
  resize();
  showError();
  if (composer.value === "/" || (composer.value.startsWith("/") && !leaves.length)) await loadCommands();
  if (!composer.value.startsWith("/")) return suggestions.close(composer);
  const typed = composer.value.slice(1).toLowerCase().trimEnd();
  const starting = leaves.filter((l) => l.name.startsWith(typed));
  const within = leaves.filter((l) => !l.name.startsWith(typed) && l.name.includes(typed));
  const told = leaves.filter((l) => !l.name.includes(typed) && l.description.toLowerCase().includes(typed));
  const found = [...starting, ...within, ...told];
  suggestions.show(composer, found.map((l) => ({ title: "/" + l.name, note: l.description, pick: () => openCommandForm(l) })), true);
}

function onKey(event) {
  if (event.isComposing) return;
  if (event.key === "Enter" && !event.shiftKey && exactLeaf(composer.value)) {
    event.preventDefault();
    return submit();
  }
  if (suggestions.key(event)) return;
  if (event.key === "Enter" && !event.shiftKey) {
    event.preventDefault();
    submit();
  }
}

function exactLeaf(text) {
  const typed = text.slice(1).trim();
  if (!text.startsWith("/")) return null;
  const fits = leaves.filter((l) => typed === l.name || typed.startsWith(l.name + " "));
  return fits.sort((a, b) => b.name.length - a.name.length)[0] ?? null;
}

async function submit() {
  suggestions.close();
  if (leaf) return runCommand();
  const text = composer.value.trim();
  if (!text) return;
  if (!text.startsWith("/")) {
    composer.value = "";
    resize();
    return handlers.say(text);
  }
  if (!leaves.length) await loadCommands(); // Enter may be pressed before they are loaded
  if (leaf) return;
  const wanted = exactLeaf(text);
  if (!wanted) return showError(`There is no command ${text.split(" ")[0]} here.`);
  const rest = text.slice(1 + wanted.name.length).trim();
  openCommandForm(wanted, parseRest(rest, wanted));
  if (leaf && rest) runCommand();
}

/** Parse "name:value name:value"; text before the first name is the first option's value. */
function parseRest(text, { options }) {
  const values = {};
  const names = options.map((o) => o.name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  if (!names.length || !text) return values;
  const pieces = text.split(new RegExp(`(?:^|\\s)(${names.join("|")}):\\s*`));
  if (pieces[0].trim()) values[options[0].name] = pieces[0].trim();
  for (let i = 1; i < pieces.length; i += 2) values[pieces[i]] = pieces[i + 1].trim();
  return values;
}

// ------------------------------------------------------------- command forms

function openCommandForm(chosen, values = {}) {
  showError();
  leaf = chosen;
  fields = new Map();
  composer.value = "";
  if (!leaf.options.length) return runCommand();
  composer.hidden = true;
  form.hidden = false;
  const cancel = el("button", { type: "button", class: "plain", "aria-label": "Cancel command", onclick: closeCommandForm }, "✕");
  const more = el("span", { class: "more" });
  form.replaceChildren(el("b", { class: "name" }, "/" + leaf.name), more, cancel);
  for (const option of leaf.options) {
    if (option.required || option.name in values) addField(option, values[option.name] ?? "");
  }
  showOptionalOptions();
  focusNext();
}

function showOptionalOptions() {
  const left = leaf.options.filter((o) => !fields.has(o.name));
  form.querySelector(".more").replaceChildren(
    ...left.map((option) =>
      el("button", {
        type: "button", class: "plain", title: option.description,
        onclick: () => {
          addField(option, "");
          showOptionalOptions();
          fields.get(option.name).input.focus();
        },
      }, "+ " + option.name),
    ),
  );
}

function addField(option, value) {
  const input = el("input", {
    type: option.type === FILE ? "file" : "text",
    "data-option": option.name,
    "aria-label": `${option.name}: ${option.description}`,
    autocomplete: "off",
    enterkeyhint: "next",
    inputmode: option.type === INTEGER ? "numeric" : undefined,
    placeholder: TYPE_NAMES[option.type],
  });
  if (option.type !== FILE) input.value = value;
  const field = { option, input, chosen: null };
  fields.set(option.name, field);
  input.addEventListener("input", () => {
    showError();
    showSuggestions(field);
  });
  input.addEventListener("focus", () => showSuggestions(field));
  input.addEventListener("blur", () => setTimeout(() => suggestions.close(input), 150));
  input.addEventListener("keydown", (event) => {
    if (event.isComposing || suggestions.key(event)) return;
    if (event.key === "Enter") {
      event.preventDefault();
      submit();
    } else if (event.key === "Escape") closeCommandForm();
    else if (event.key === "Backspace" && !input.value && fields.keys().next().value === option.name) closeCommandForm();
  });
  form.insertBefore(el("label", { class: "option" }, el("span", {}, option.name), input), form.querySelector(".more"));
}

/** Show suggestions for an option: its choices, the bot's autocomplete, people or channels. */
async function showSuggestions(field) {
  const { option, input } = field;
  const turn = ++latestRequest;
  const known = closedChoices(option);
  if (!known && !option.autocomplete) return suggestions.close();
  const typed = input.value.toLowerCase();
  let found = known?.filter((c) => c.name.toLowerCase().includes(typed));
  if (!known) {
    await new Promise((wait) => setTimeout(wait, 120));
    if (turn !== latestRequest) return;
    const options = { ...values(), [option.name]: input.value };
    const request = { as: state.me.name, channel: state.current, do: "autocomplete" };
    const answer = await api.perform({ ...request, command: leaf.name, options, focused: option.name }).catch(() => ({}));
    found = answer.choices ?? [];
  }
  if (turn !== latestRequest || document.activeElement !== input) return;
  const pick = (choice) => () => {
    input.value = choice.name;
    field.chosen = choice;
    latestRequest += 1;
    focusNext();
  };
  const settled = field.chosen && field.chosen.name === input.value;
  if (settled) return suggestions.close();
  const exact = !known && found.some((c) => [c.name, String(c.value)].some((text) => text.toLowerCase() === typed));
  suggestions.show(input, found.map((c) => ({ title: c.name, note: "", pick: pick(c) })), Boolean(typed) && !exact);
}

function closedChoices(option) {
  if (option.choices?.length) return option.choices;
  const people = state.people.map((p) => ({ name: "@" + p.name, value: p.id }));
  const roles = Object.entries(state.roles).map(([value, name]) => ({ name: "@" + name.replace(/^@/, ""), value }));
  if (option.type === BOOLEAN) return [{ name: "True", value: true }, { name: "False", value: false }];
  if (option.type === USER) return people;
  if (option.type === ROLE) return roles;
  if (option.type === MENTIONABLE) return [...people, ...roles];
  if (option.type === CHANNEL) return state.channels.map((c) => ({ name: "#" + c.name, value: c.id }));
  return null;
}

function values() {
  const out = {};
  for (const [name, { option, input, chosen }] of fields) {
    if (option.type === FILE || !input.value.trim()) continue;
    const known = closedChoices(option)?.find((c) => c.name.toLowerCase() === input.value.toLowerCase());
    const same = chosen?.name === input.value ? chosen : known;
    out[name] = same ? same.value : input.value.trim();
  }
  return out;
}

const isEmpty = ({ option, input }) => (option.type === FILE ? !input.files.length : !input.value.trim());

function focusNext() {
  const list = [...fields.values()];
  const next = list.find((f) => f.option.required && isEmpty(f)) ?? list.at(-1);
  if (next) next.input.focus();
  else $("send").focus(); // so that Enter sends a command without options
}

async function runCommand() {
  const missing = [...fields.values()].find((f) => f.option.required && isEmpty(f));
  if (missing) {
    showError(`The option ${missing.option.name} is required.`);
    missing.input.focus();
    return;
  }
  const given = values();
  for (const [name, { option, input }] of fields) {
    if (option.type === FILE && input.files.length) given[name] = await api.encodeFile(input.files[0]);
  }
  const { name } = leaf;
  closeCommandForm();
  handlers.run(name, given);
}

function closeCommandForm() {
  leaf = null;
  fields = new Map();
  latestRequest += 1;
  form.hidden = true;
  form.replaceChildren();
  composer.hidden = false;
  composer.value = "";
  resize();
  suggestions.close();
  showError();
  if (matchMedia("(hover: hover)").matches) composer.focus();
}
