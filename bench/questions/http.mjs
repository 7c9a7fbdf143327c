// Times filtered reads (questions) with Marquetry and hyparquet, over HTTP on this machine, with each response delayed
// by 20 ms.
import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { asyncBufferFromUrl, parquetQuery } from 'hyparquet';
import { compressors } from 'hyparquet-compressors';
import { load } from '../checkout.mjs';
import { median, timeOf } from '../timing.mjs';
import { lineitem } from './files.mjs';
import { questions, whereOf } from './questions.mjs';

const { openParquet } = await load('marquetry');
const delay = 20;

/** Responds to a request for a range in the file that the URL names. */
function answer(request, response) {
  const path = decodeURIComponent(request.url.slice(1));
  const { size } = statSync(path);
  const [, from, to] = /^bytes=(\d*)-(\d*)$/.exec(request.headers.range ?? '') ?? [];
  const isRange = from !== undefined;
  const start = !isRange ? 0 : from === '' ? size - Number(to) : Number(from);
  const end = !isRange || from === '' || to === '' ? size : Math.min(size, Number(to) + 1);
  setTimeout(() => {
    const range = isRange ? { 'content-range': `bytes ${start}-${end - 1}/${size}` } : {};
    response.writeHead(isRange ? 206 : 200, { 'content-length': end - start, 'accept-ranges': 'bytes', ...range });
    if (request.method === 'HEAD') return response.end();
    const bytes = Buffer.allocUnsafe(end - start);
    const file = openSync(path, 'r');
    readSync(file, bytes, 0, bytes.length, start);
    closeSync(file);
    response.end(bytes);
  }, delay);
}

let server;

/** Returns the URL of a file on the local server, which runs until the program ends. */
async function urlOf(path) {
  if (server === undefined) {
    // Keep idle connections open, because hyparquet may compute for longer than the default timeout of five seconds.
    server = createServer({ keepAliveTimeout: 60_000 }, answer);
    await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
    server.unref();
  }
  return `http://127.0.0.1:${server.address().port}/${encodeURIComponent(path)}`;
}

async function timesOf(run, calls = 5) {
  const times = [];
  for (let i = 0; i < calls + 1; i++) {
    const time = await timeOf(run);
    if (i > 0) times.push(time);
  }
  return median(times);
}

export const httpQuestions = questions
  .filter(({ filter }) => filter !== undefined)
  .map((question) => ({
    name: `over HTTP: ${question.name}`,
    limit:
      'The time is spent in rounds of requests, each of which waits for the previous one: footer, indexes, filter columns, output columns.',
    ask: async () => {
      const { by, columns, use, filter } = question;
      const url = await urlOf(await lineitem(by));
      const where = await whereOf(question, undefined);
      const own = await timesOf(async () => {
        const file = await openParquet(url);
        for await (const _ of file.leafBatches({ where, columns, ...(use && { use }) }));
      });
      const other = await timesOf(async () => {
        const file = await asyncBufferFromUrl({ url });
        await parquetQuery({ file, compressors, columns, filter, usePageIndex: true, useOffsetIndex: true });
      }, 2);
      return {
        figure: `Marquetry ${own.toFixed(0)} ms, hyparquet ${other.toFixed(0)} ms`,
        floor: 'faster than hyparquet',
        isHeld: own < other,
      };
    },
  }));
