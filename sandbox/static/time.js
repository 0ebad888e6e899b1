// Timestamps in the reader's zone; relative ones are updated.
import { el } from "./dom.js";

const STYLES = {
  t: { timeStyle: "short" },
  T: { timeStyle: "medium" },
  d: { dateStyle: "short" },
  D: { dateStyle: "long" },
  f: { dateStyle: "long", timeStyle: "short" },
  F: { dateStyle: "full", timeStyle: "short" },
  s: { dateStyle: "short", timeStyle: "short" },
  S: { dateStyle: "short", timeStyle: "medium" },
};
const STEPS = [
  ["year", 31536000],
  ["month", 2592000],
  ["week", 604800],
  ["day", 86400],
  ["hour", 3600],
  ["minute", 60],
  ["second", 1],
];
const words = new Intl.RelativeTimeFormat(undefined, { numeric: "auto" });

const format = (date, style) => new Intl.DateTimeFormat(undefined, STYLES[style]).format(date);

export function relative(seconds) {
  const away = seconds - Date.now() / 1000;
  const [unit, size] = STEPS.find(([, step]) => Math.abs(away) >= step) ?? STEPS.at(-1);
  return words.format(Math.round(away / size), unit);
}

/** Return <t:unix:style> as an element. */
export function timestamp(unix, style) {
  const date = new Date(unix * 1000);
  if (Number.isNaN(date.getTime())) return "Invalid Date";
  const text = style === "R" ? relative(unix) : format(date, style);
  const relativeTo = style === "R" ? unix : undefined;
  const title = format(date, "F");
  const properties = { class: "time", datetime: date.toISOString(), title };
  return el("time", { ...properties, "data-relative": relativeTo }, text);
}

/** Return when a message was sent: the time alone for today. */
export function sentAt(iso) {
  const date = new Date(iso);
  const today = date.toDateString() === new Date().toDateString();
  const text = format(date, today ? "t" : "s");
  return el("time", { class: "sent", datetime: iso, title: format(date, "F") }, text);
}

setInterval(() => {
  for (const node of document.querySelectorAll("time[data-relative]")) {
    node.textContent = relative(Number(node.dataset.relative));
  }
}, 5000);
