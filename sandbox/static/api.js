// The sandbox's JSON interface.

async function call(path, options) {
  const response = await fetch(path, options);
  const body = await response.json();
  if (!response.ok) throw new Error(body.error ?? body.message ?? response.statusText);
  return body;
}

const query = (values) => new URLSearchParams(values).toString();

export const start = (person) => call(`/page/start?${query(person ? { as: person } : {})}`);
export const commands = (person, channel) =>
  call(`/page/commands?${query({ as: person, channel })}`);
export const messages = (person, channel, more = {}) =>
  call(`/channels/${channel}/messages?${query({ as: person, limit: 50, ...more })}`);
export const perform = (request) => {
  const locale = document.getElementById("language").value; // as Discord sends a person's
  return call("/user", { method: "POST", body: JSON.stringify({ locale, ...request }) });
};

/** Encode a file of an <input type="file"> for the interface. */
export async function encodeFile(file) {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let text = "";
  for (let i = 0; i < bytes.length; i += 32768) {
    text += String.fromCharCode(...bytes.subarray(i, i + 32768));
  }
  return { filename: file.name, base64: btoa(text) };
}
