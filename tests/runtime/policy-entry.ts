/**
 * The program that policy.test.ts loads as a page and as a worker, under a policy that forbids network connections. It opens and reads
 * files that are embedded in a script, and reports its results by importing a script whose URL contains them. At the end, it violates the
 * policy on purpose, with a script from another host. Once the browser has reported this violation, it has reported all earlier ones.
 */
import { openParquet } from 'marquetry';

async function countsOf(base64: string): Promise<string> {
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  let slots = 0;
  let rows = 0;
  // A file that the user chooses is available as bytes or as a Blob, so both are tested.
  for await (const batch of (await openParquet(bytes)).columnBatches()) {
    for (const { slotCount } of Object.values(batch)) slots += slotCount;
  }
  for await (const _ of (await openParquet(new Blob([bytes]))).rows()) rows++;
  return `${slots} slots, ${rows} rows`;
}

async function readAll(): Promise<Record<string, string>> {
  const { default: files } = (await import(new URL('/files.js', location.href).href)) as {
    default: Readonly<Record<string, string>>;
  };
  const counts: Record<string, string> = {};
  for (const [name, base64] of Object.entries(files)) counts[name] = await countsOf(base64);
  return counts;
}

const where = 'document' in globalThis ? 'page' : 'worker';
const report = await readAll().catch((error: unknown) => String(error));
await import(new URL(`/report/${where}.js?${encodeURIComponent(JSON.stringify(report))}`, location.href).href);
await import(`https://${where}.invalid/end.js`).catch(() => {});
const { default: startsWorker } = (await import(new URL('/worker.js', location.href).href)) as { default: boolean };
if (where === 'page' && startsWorker) new Worker(new URL('/entry.js', location.href), { type: 'module' });
