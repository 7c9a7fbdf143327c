/** Reads lines of a file or of standard input. */
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';

/** Yields the lines that are not empty. @param path a path; `-` is standard input. */
export async function* linesOf(path: string, signal: AbortSignal): AsyncGenerator<string, void, undefined> {
  const input = path === '-' ? process.stdin : createReadStream(path);
  let failed: unknown;
  // Without a listener, an error of the stream would end the process.
  input.on('error', (error: unknown) => {
    failed ??= error;
    lines.close();
  });
  const lines = createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY, signal });
  try {
    for await (const line of lines) {
      signal.throwIfAborted();
      if (line.trim() !== '') yield line;
    }
  } finally {
    lines.close();
    if (input !== process.stdin) input.destroy();
  }
  signal.throwIfAborted();
  if (failed !== undefined) throw failed;
}
