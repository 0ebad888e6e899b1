// Pictures with their alt text, and other files.
import { $, el, link } from "./dom.js";

/** Return a picture with its alt text, a badge that shows the text, and enlarged on a click. */
export function picture({ url, description, width, height, spoiler }) {
  const image = el("img", {
    class: "attachment",
    src: url,
    alt: description ?? "",
    width,
    height,
    loading: "lazy",
  });
  const open = el(
    "button",
    { class: "enlarge", "aria-label": description ? `Enlarge: ${description}` : "Enlarge picture" },
    image,
  );
  open.addEventListener("click", () => view(url, description));
  const figure = el("figure", { class: "picture" }, open);
  if (description) {
    const caption = el("figcaption", { hidden: true }, description);
    const badge = el("button", { class: "alt", "aria-expanded": "false" }, "ALT");
    badge.addEventListener("click", () => {
      caption.hidden = !caption.hidden;
      badge.setAttribute("aria-expanded", String(!caption.hidden));
    });
    figure.append(badge, caption);
  }
  return spoiler ? concealed(figure) : figure;
}

function concealed(content) {
  const button = el("button", { class: "reveal" }, "SPOILER");
  const box = el("div", { class: "concealed" }, content, button);
  button.addEventListener("click", () => {
    box.classList.remove("concealed");
    button.remove();
  });
  return box;
}

function view(url, description) {
  const viewer = $("viewer");
  const close = el("button", { class: "close", "aria-label": "Close" }, "✕");
  const image = el("img", { src: url, alt: description ?? "" });
  const children = [close, image, description ? el("p", {}, description) : null];
  viewer.replaceChildren(...children.filter(Boolean), link(location.origin + pathOf(url), "Open original"));
  close.addEventListener("click", () => viewer.close());
  viewer.onclick = (event) => event.target === viewer && viewer.close();
  viewer.showModal();
}

const pathOf = (url) => new URL(url, location.href).pathname;

export function fileCard(name, size, url) {
  const amount = size >= 1048576 ? `${(size / 1048576).toFixed(1)} MB` : `${Math.ceil(size / 1024)} KB`;
  return el("div", { class: "file" }, link(url, name), el("small", {}, ` ${amount}`));
}

export function attachment(file) {
  const spoiler = file.filename.startsWith("SPOILER_");
  if (/^image\/(png|gif|jpeg|webp)$/.test(file.content_type)) return picture({ ...file, spoiler });
  return fileCard(file.filename, file.size, file.url);
}
