// Discord's markdown to DOM nodes.
import { el, link } from "./dom.js";
import { channel, nameOf, state } from "./state.js";
import { timestamp } from "./time.js";

const mention = (text, more = {}) => el("span", { class: "mention", ...more }, text);

// [pattern, replacement]; tried in order at each position. Patterns are sticky.
const INLINE = [
  [/\\([^\sA-Za-z0-9])/y, (m) => m[1]],
  [/(`+)([^]*?[^`])\1(?!`)/y, (m) => el("code", {}, m[2].trim() || m[2])],
  [/\*\*\*([^]+?)\*\*\*(?!\*)/y, (m) => el("strong", {}, el("em", {}, inline(m[1])))],
  [/\*\*([^]+?)\*\*(?!\*)/y, (m) => el("strong", {}, inline(m[1]))],
  [/__([^]+?)__(?!_)/y, (m) => el("u", {}, inline(m[1]))],
  [/\*(?=\S)([^]*?[^\s*])\*(?!\*)/y, (m) => el("em", {}, inline(m[1]))],
  [/_(?=\S)([^_]*[^\s_])_(?![A-Za-z0-9_])/y, (m) => el("em", {}, inline(m[1]))],
  [/~~([^]+?)~~/y, (m) => el("s", {}, inline(m[1]))],
  [/\|\|([^]+?)\|\|/y, (m) => spoiler(inline(m[1]))],
  [/\[([^\]\n]+)\]\(<?(https?:\/\/[^\s)>]+)>?\)/y, (m) => link(m[2], inline(m[1]))],
  [/<(https?:\/\/[^\s>]+)>/y, (m) => link(m[1], m[1])],
  [/https?:\/\/[^\s<>|]+[^\s<>|.,:;"')\]*_]/y, (m) => link(m[0], m[0])],
  [/<@!?(\d+)>/y, (m) => mention("@" + nameOf(m[1]), { "data-user": m[1] })],
  [/<@&(\d+)>/y, (m) => mention("@" + (state.roles[m[1]] ?? "role").replace(/^@/, ""))],
  [/<#(\d+)>/y, (m) => channelMention(m[1])],
  [/<\/([^:>]+):\d+>/y, (m) => mention("/" + m[1])],
  [/<a?:(\w+):\d+>/y, (m) => `:${m[1]}:`],
  [/<t:(-?\d{1,13})(?::([tTdDfFsSR]))?>/y, (m) => timestamp(Number(m[1]), m[2] ?? "f")],
  [/@(everyone|here)\b/y, (m) => mention(m[0])],
];

/** Return inline markdown as a list of nodes and texts. */
export function inline(text) {
  const nodes = [];
  let plain = "";
  for (let at = 0; at < text.length; ) {
    let found = null;
    // Inside a word, an underscore is a letter.
    const inWord = text[at] === "_" && /[A-Za-z0-9]/.test(text[at - 1] ?? " ");
    for (const [pattern, become] of inWord ? [] : INLINE) {
      pattern.lastIndex = at;
      const match = pattern.exec(text);
      if (match) {
        found = [match[0].length, become(match)];
        break;
      }
    }
    if (found) {
      if (plain) nodes.push(plain);
      plain = "";
      nodes.push(found[1]);
      at += found[0];
    } else {
      plain += text[at];
      at += 1;
    }
  }
  if (plain) nodes.push(plain);
  return nodes;
}

export function spoiler(content) {
  const node = el("span", { class: "spoiler", role: "button", tabindex: 0 }, content);
  node.setAttribute("aria-label", "Spoiler");
  const reveal = () => {
    node.classList.add("shown");
    node.removeAttribute("aria-label");
  };
  node.addEventListener("click", reveal);
  node.addEventListener("keydown", (event) => event.key === "Enter" && reveal());
  return node;
}

function channelMention(id) {
  const found = channel(id);
  return mention("#" + (found?.name ?? "unknown"), { "data-channel": id });
}

const BLOCKS = [
  [/^(#{1,3})\s+(.+)$/, (m) => el("h" + (m[1].length + 2), {}, inline(m[2]))],
  [/^-#\s+(.+)$/, (m) => el("p", { class: "subtext" }, inline(m[1]))],
];
const ITEM = /^(\s*)([-*]|\d+\.)\s+(.*)$/;
const isNumbered = (item) => /\d/.test(item[2]);

/** Return a whole message or text display as a fragment. */
export function markdown(text) {
  const out = document.createDocumentFragment();
  for (const [i, piece] of text.split(/```([^]*?)```/).entries()) {
    if (i % 2) out.append(codeBlock(piece));
    else if (piece.trim()) out.append(...blocks(piece.replace(/^\n|\n$/g, "").split("\n")));
  }
  return out;
}

function codeBlock(text) {
  const [, language, body] = /^(?:([A-Za-z0-9+-]+)\n)?\n?([^]*)$/.exec(text);
  // Colour codes are not supported: they are removed.
  const plain = language === "ansi" ? body.replace(/\u001b\[[\d;]*m/g, "") : body;
  return el("pre", { tabindex: 0 }, el("code", {}, plain.replace(/\n$/, "")));
}

function blocks(lines) {
  const out = [];
  let paragraph = [];
  const flush = () => {
    if (paragraph.length) out.push(el("p", {}, inline(paragraph.join("\n"))));
    paragraph = [];
  };
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i];
    const block = BLOCKS.map(([p, f]) => [p.exec(line), f]).find(([m]) => m);
    if (block) {
      flush();
      out.push(block[1](block[0]));
    } else if (/^>>> /.test(line)) {
      flush();
      const rest = [line.slice(4), ...lines.slice(i + 1)];
      out.push(el("blockquote", {}, blocks(rest)));
      break;
    } else if (/^> /.test(line) || line === ">") {
      flush();
      const quoted = [];
      while (i < lines.length && /^>( |$)/.test(lines[i])) quoted.push(lines[i++].slice(2));
      i -= 1;
      out.push(el("blockquote", {}, blocks(quoted)));
    } else if (ITEM.test(line)) {
      flush();
      const items = [];
      const kind = isNumbered(ITEM.exec(line));
      const goesOn = (m) => m && (m[1].length > items[0]?.[1].length || isNumbered(m) === kind);
      while (i < lines.length && goesOn(ITEM.exec(lines[i]))) items.push(ITEM.exec(lines[i++]));
      i -= 1;
      out.push(list(items));
    } else if (line.trim()) paragraph.push(line);
    else {
      flush();
      if (out.length && i < lines.length - 1) out.push(el("div", { class: "gap" }));
    }
  }
  flush();
  return out;
}

/** Return items of one indentation as a list; deeper ones are lists in the item before. */
function list(items) {
  const depth = items[0][1].length;
  const numbered = isNumbered(items[0]);
  const node = el(numbered ? "ol" : "ul", numbered ? { start: parseInt(items[0][2]) } : {});
  for (let i = 0; i < items.length; ) {
    const entry = el("li", {}, inline(items[i++][3]));
    const below = [];
    while (i < items.length && items[i][1].length > depth) below.push(items[i++]);
    if (below.length) entry.append(list(below));
    node.append(entry);
  }
  return node;
}
