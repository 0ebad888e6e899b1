// Create elements without parsing markup: text always becomes text nodes.

/** el("button", {class: "x", "data-id": 5, onclick: f, hidden: true}, "text", node, [nodes]) */
export function el(tag, properties = {}, ...children) {
  const node = document.createElement(tag);
  for (const [key, value] of Object.entries(properties)) {
    if (value === undefined || value === null || value === false) continue;
    if (key.startsWith("on")) node.addEventListener(key.slice(2), value);
    else node.setAttribute(key, value === true ? "" : value);
  }
  node.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined));
  return node;
}

export const $ = (id) => document.getElementById(id);

/** Return a link for an http address, plain text for any other. */
export function link(url, ...children) {
  if (!/^https?:\/\//i.test(url)) return el("span", {}, children);
  return el("a", { href: url, target: "_blank", rel: "noopener noreferrer" }, children);
}
