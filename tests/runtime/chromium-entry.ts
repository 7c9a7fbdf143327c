/**
 * What chromium.test.ts loads, as a page and as a worker: reads every file by URL, and as a Blob, and reports.
 */
import { openParquet } from 'marquetry';

async function countsOf(input: URL | Blob): Promise<Record<string, string>> {
  const file = await openParquet(input);
  const counts: Record<string, string> = {};
  for await (const batch of file.columns()) {
    for (const [path, { slotCount, nulls, values }] of Object.entries(batch)) {
      counts[path] = `${slotCount} slots, ${nulls.nullCount} nulls, ${values.length} values`;
    }
  }
  return counts;
}

async function readAll(): Promise<unknown> {
  const base = new URL('/', location.href);
  const names = (await (await fetch(new URL('files.json', base))).json()) as string[];
  const results: Record<string, unknown> = {};
  for (const name of names) {
    const url = new URL(`files/${name}`, base);
    const byUrl = await countsOf(url);
    const asBlob = await countsOf(await (await fetch(url)).blob());
    results[name] = { byUrl, asBlob };
  }
  return results;
}

const where = 'document' in globalThis ? 'page' : 'worker';
const report = await readAll().catch((error: unknown) => String(error));
await fetch(new URL(`/report/${where}`, location.href), { method: 'POST', body: JSON.stringify(report) });
if (where === 'page') new Worker(new URL('/entry.js', location.href), { type: 'module' });
