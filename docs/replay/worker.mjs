// Replays files of games with the rules themselves, away from the page's own thread. build.py puts
// beside it what it loads.
import { loadPyodide } from "./pyodide.mjs";

const RULES = "/leithian";

async function loadReplay() {
  const python = await loadPyodide();
  const answer = await fetch(new URL("leithian.zip", import.meta.url));
  if (!answer.ok) throw new Error(`leithian.zip: ${answer.status}`);
  python.unpackArchive(await answer.arrayBuffer(), "zip", { extractDir: RULES });
  python.runPython(`import sys; sys.path.insert(0, "${RULES}")`);
  const { replay } = python.pyimport("app.replay");
  return (file) => JSON.parse(replay(python.toPy(file)));
}

const loading = loadReplay();

self.addEventListener("message", async ({ data }) => {
  try {
    self.postMessage((await loading)(data));
  } catch (error) {
    self.postMessage({ failed: String(error) });
  }
});
