// The list of suggestions above the composer, for keyboard, mouse and touch.
import { $, el } from "./dom.js";

const list = $("suggestions");
let items = []; // [{title, note, pick}]
let active = -1;
let owner = null;

export const isOpen = () => !list.hidden;

/** Close the list; given an input, only the list that was shown for it. */
export function close(input = owner) {
  if (input !== owner) return;
  list.hidden = true;
  items = [];
  owner?.removeAttribute("aria-activedescendant");
}

/** Show items for `input`; `first` marks the first one, so that Enter takes it. */
export function show(input, found, first) {
  owner = input;
  items = found.slice(0, 25);
  active = first && items.length ? 0 : -1;
  list.replaceChildren(
    ...items.map((item, i) =>
      el(
        "li",
        // Chosen on press, before the input loses its focus.
        { role: "option", id: `suggestion-${i}`, onmousedown: (e) => e.preventDefault(), onclick: () => choose(i) },
        el("b", {}, item.title),
        item.note ? el("small", {}, item.note) : null,
      ),
    ),
  );
  list.hidden = items.length === 0;
  highlight();
}

function highlight() {
  [...list.children].forEach((node, i) => {
    node.setAttribute("aria-selected", String(i === active));
    if (i === active) node.scrollIntoView({ block: "nearest" });
  });
  if (active >= 0) owner.setAttribute("aria-activedescendant", `suggestion-${active}`);
}

function choose(i) {
  const item = items[i];
  close();
  item.pick();
}

/** Handle a key while the list is open; return true if the list used it. */
export function key(event) {
  if (!isOpen()) return false;
  if (event.key === "ArrowDown" || event.key === "ArrowUp") {
    const step = event.key === "ArrowDown" ? 1 : -1;
    active = (active + step + items.length) % items.length;
    highlight();
  } else if (event.key === "Tab" && !event.shiftKey) choose(Math.max(active, 0));
  else if (event.key === "Enter" && active >= 0) choose(active);
  else if (event.key === "Escape") close();
  else return false;
  event.preventDefault();
  return true;
}
