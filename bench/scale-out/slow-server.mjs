// `node slow-server.mjs PATH`: serves a file in ranges, with a latency per request and a limited speed per connection.
// Prints the URL.
import { openSync, readSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';

const latency = 50;
const bytesPerMillisecond = 20_000;
const path = process.argv[2];
const { size } = statSync(path);
const file = openSync(path);
const server = createServer(async (request, response) => {
  const start = performance.now();
  await wait(latency);
  const headers = { 'accept-ranges': 'bytes', etag: '"1"' };
  const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
  if (request.method === 'HEAD' || from === undefined) {
    response.writeHead(200, { ...headers, 'content-length': size }).end();
    return;
  }
  const length = Math.min(Number(to), size - 1) - Number(from) + 1;
  response.writeHead(206, {
    ...headers,
    'content-length': length,
    'content-range': `bytes ${from}-${Number(from) + length - 1}/${size}`,
  });
  const step = 200_000;
  for (let sent = 0; sent < length; sent += step) {
    const bytes = Buffer.alloc(Math.min(step, length - sent));
    readSync(file, bytes, 0, bytes.length, Number(from) + sent);
    response.write(bytes);
    // Timers fire up to a millisecond late. Compute each delay from the time of the request, so that late timers do not
    // add up.
    const due = start + latency + (sent + bytes.length) / bytesPerMillisecond;
    await wait(Math.max(0, due - performance.now()));
  }
  response.end();
});
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${server.address().port}/lineitem.parquet`));
