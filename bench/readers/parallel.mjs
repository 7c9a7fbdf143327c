// Marquetry as a reader with worker threads. The form is the number of workers; with 0, the calling thread reads. The
// workers use their default kernels.
import { readFileSync } from 'node:fs';
import { chosenRoot, load } from '../checkout.mjs';

export async function prepare({ path, form, root = chosenRoot }) {
  const { openParquet } = await load('marquetry', root);
  const workers = Number(form);
  const options = workers === 0 ? {} : { parallel: (await load('parallel', root)).createWorkerPool({ workers }) };
  const { buffer, byteOffset, byteLength } = readFileSync(path);
  const bytes = new Uint8Array(buffer, byteOffset, byteLength);
  const run = async () => {
    const kept = [];
    for await (const batch of (await openParquet(bytes, options)).columnBatches({ decodeDictionaries: true }))
      kept.push(batch);
    return kept;
  };
  return { run, rowCount: (batches) => batches.reduce((sum, batch) => sum + Object.values(batch)[0].rowCount, 0) };
}
