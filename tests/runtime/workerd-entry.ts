/**
 * The program that others.test.ts runs in workerd: for a POST request, it reads the file in the request; for a GET request, it writes a
 * file and reads it. A POST request to `/encrypted` writes and reads encrypted files.
 */

import { memorySink, openParquet, writeParquet } from 'marquetry';
import { encryptedReport } from './encrypted.mjs';

async function answer(request: Request): Promise<unknown> {
  if (request.method === 'GET') {
    const sink = memorySink();
    await writeParquet(sink, [
      { id: 1n, tags: ['a', 'b'] },
      { id: 2n, tags: [] },
    ]);
    const rows: unknown[] = [];
    for await (const { id, tags } of (await openParquet(sink.bytes)).rows()) rows.push([Number(id), tags]);
    return rows;
  }
  if (request.url.endsWith('/encrypted')) return encryptedReport(new Uint8Array(await request.arrayBuffer()));
  const file = await openParquet(await request.arrayBuffer());
  const counts: Record<string, string> = {};
  for await (const batch of file.columnBatches()) {
    for (const [path, { slotCount, nulls, values }] of Object.entries(batch)) {
      counts[path] = `${slotCount} slots, ${nulls.nullCount} nulls, ${values.length} values`;
    }
  }
  return counts;
}

// workerd calls the methods of the default export.
// biome-ignore lint/style/noDefaultExport: the interface of the runtime
export default {
  fetch: (request: Request): Promise<Response> =>
    answer(request).then(
      (value) => Response.json(value),
      (error: unknown) => Response.json({ error: String(error) }),
    ),
};
