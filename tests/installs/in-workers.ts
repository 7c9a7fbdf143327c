/**
 * Runs scripts in module workers of a real browser, one after the other.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { visit } from '@marquetry/test-support/chromium.js';

/** Code to append to a script, which reports that the script has finished. */
export const sayDone = "postMessage('done');";

const pageOf = (paths: readonly string[]): string => `<script type="module">
const outcomes = {};
for (const path of ${JSON.stringify(paths)}) {
  const worker = new Worker(path, { type: 'module' });
  outcomes[path] = await new Promise((resolve) => {
    worker.onmessage = ({ data }) => data === 'done' && resolve(data);
    worker.onerror = ({ message }) => resolve(message || 'does not load');
  });
  worker.terminate();
}
await fetch('/report', { method: 'POST', body: JSON.stringify(outcomes) });
</script>`;

/**
 * Runs each script as a module worker. Returns `done` or the error message for each path.
 * @param scripts The scripts by path. Each must end with {@link sayDone}.
 * @param answer Responds to requests for other paths.
 */
export async function runInWorkers(
  scripts: ReadonlyMap<string, string>,
  answer: (path: string, headers: IncomingMessage['headers']) => Promise<Response>,
): Promise<Record<string, string>> {
  let report = (_: string): void => {};
  const reported = new Promise<string>((resolve) => {
    report = resolve;
  });
  await visit(
    serve(scripts, answer, (text) => report(text)),
    reported,
  );
  return JSON.parse(await reported) as Record<string, string>;
}

function serve(
  scripts: ReadonlyMap<string, string>,
  answer: Parameters<typeof runInWorkers>[1],
  report: (text: string) => void,
): Server {
  const page = pageOf([...scripts.keys()]);
  const send = (response: ServerResponse, type: string, text: string): void => {
    response.writeHead(200, { 'Content-Type': type }).end(text);
  };
  return createServer((request, response) => {
    const { url = '/', headers } = request;
    const script = scripts.get(url);
    if (script !== undefined) send(response, 'text/javascript', script);
    else if (url === '/') send(response, 'text/html', page);
    else if (url === '/report') {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        response.end();
        report(Buffer.concat(chunks).toString());
      });
    } else {
      void answer(url, headers).then(async (found) => {
        const body = new Uint8Array(await found.arrayBuffer());
        response.writeHead(found.status, Object.fromEntries(found.headers)).end(body);
      });
    }
  });
}
