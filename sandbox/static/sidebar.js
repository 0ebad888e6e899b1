// Channels and threads with their unread marks, and the choice of the person.
import { $, el } from "./dom.js";
import { channel, newer, state } from "./state.js";

const mentions = new Map(); // channel id -> unread mentions
const key = () => `read:${state.me.id}`;
const readMarks = () => JSON.parse(localStorage.getItem(key()) ?? "{}");

/** Mark everything as read on a person's first visit. */
export function firstVisit() {
  mentions.clear();
  if (localStorage.getItem(key())) return;
  const marks = Object.fromEntries(state.channels.map((c) => [c.id, c.last_message_id]));
  localStorage.setItem(key(), JSON.stringify(marks));
}

export function markRead(id, messageId) {
  mentions.delete(id);
  const marks = readMarks();
  if (!newer(messageId, marks[id])) return;
  marks[id] = messageId;
  localStorage.setItem(key(), JSON.stringify(marks));
}

/** Count a message in a channel that is not open as unread. */
export function addUnread(message) {
  const there = channel(message.channel_id);
  if (!there) return;
  if (newer(message.id, there.last_message_id)) {
    there.last_message_id = message.id;
    if (message.mentions.some((m) => m.id === state.me.id)) {
      mentions.set(there.id, (mentions.get(there.id) ?? 0) + 1);
    }
  }
}

export function draw(open) {
  const marks = readMarks();
  const shown = state.channels.filter((c) => !c.archived || c.id === state.current);
  $("channels").replaceChildren(...shown.map((c) => row(c, marks, open)));
  const here = channel();
  $("title").textContent = here ? `${markOf(here)} ${here.name.replace(/^@/, "")}` : "";
  $("topic").textContent = here?.topic ?? "";
  document.title = here ? `${here.name} · ${state.me.name}` : "Leithian";
}

const markOf = (c) => (c.type === 1 ? "@" : c.parent ? "↳" : "#");

function row(c, marks, open) {
  const unread = c.id !== state.current && newer(c.last_message_id, marks[c.id]);
  const count = mentions.get(c.id);
  return el(
    "div",
    { role: "listitem" },
    el(
      "button",
      {
        class: ["channel", c.parent && "threaded", unread && "unread"].filter(Boolean).join(" "),
        "data-channel-id": c.id,
        "aria-current": c.id === state.current ? "page" : undefined,
        onclick: () => open(c.id),
      },
      el("span", { class: "mark" }, markOf(c)),
      el("span", { class: "label" }, c.name.replace(/^@/, "")),
      count ? el("span", { class: "badge", "aria-label": `${count} mentions` }, count) : null,
      unread ? el("span", { class: "away" }, "unread") : null,
    ),
  );
}

export function drawPeople() {
  $("person").replaceChildren(...state.people.map((p) => el("option", { value: p.name }, p.name)));
  $("person").value = state.me.name;
}
