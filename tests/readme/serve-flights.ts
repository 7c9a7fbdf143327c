/** Serves one file over HTTP, with byte ranges, to requests that have the token. */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { rangeOf } from '../installs/flights.js';

export async function serveFlights(
  path: string,
  authorization: string,
): Promise<{ readonly url: string; close(): void }> {
  const bytes = readFileSync(path);
  const server = createServer(async ({ headers }, response) => {
    if (headers.authorization !== authorization) return void response.writeHead(401).end();
    const answer = rangeOf(bytes, headers.range);
    response
      .writeHead(answer.status, Object.fromEntries(answer.headers))
      .end(new Uint8Array(await answer.arrayBuffer()));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/flights.parquet`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
