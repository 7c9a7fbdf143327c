// Marquetry as a reader. The task names the form in which values are read:
//
//   typed       from columnBatches() or nestedBatches(): dense values, with dictionaries as indices
//   flat        like typed, with dictionaries decoded, as other readers return them
//   spaced      like flat, with one entry per slot
//   unverified  like flat, without comparing page checksums
//   strings     byte arrays as JS strings
//   rows        row objects, all of which stay in memory
//   open        only the footer
import { readFileSync } from 'node:fs';
import { chosenRoot, load } from '../checkout.mjs';
import { kernelOptions } from '../kernel-sets.mjs';

const formOptions = {
  typed: {},
  flat: { decodeDictionaries: true },
  unverified: { decodeDictionaries: true },
  spaced: { decodeDictionaries: true, spaced: true },
};

async function collect(batches) {
  const kept = [];
  for await (const batch of batches) kept.push(batch);
  return kept;
}

/** True if a batch has an array of nested columns, false if it maps column names to typed columns. */
export const isNestedBatch = (batch) => Array.isArray(batch.columns);

const rowCountOf = (batches) =>
  batches.reduce(
    (sum, batch) => sum + (isNestedBatch(batch) ? batch.columns[0].length : Object.values(batch)[0].rowCount),
    0,
  );

/**
 * Returns `run`, which reads the file in the given form, and `rowCount`, which counts the rows of its result. The
 * process does not open the file before the first call of `run`.
 */
export async function prepare({ path, form, kernels, root = chosenRoot }) {
  const { openParquet } = await load('marquetry', root);
  const { toStrings } = await load('records', root);
  const { buffer, byteOffset, byteLength } = readFileSync(path);
  const source = new Uint8Array(buffer, byteOffset, byteLength);
  const options = { ...(await kernelOptions(kernels, root)), ...(form === 'unverified' && { verifyChecksums: false }) };
  const open = () => openParquet(source, options);

  if (form === 'open') {
    return { source, run: open, rowCount: (file) => file.rowCount };
  }
  if (form === 'rows') {
    return {
      source,
      run: async () => (await collect((await open()).rowBatches())).flat(),
      rowCount: (rows) => rows.length,
    };
  }
  if (form === 'strings') {
    const run = async () => {
      const columns = {};
      for await (const batch of (await open()).columnBatches()) {
        for (const [name, { values }] of Object.entries(batch)) {
          columns[name] ??= [];
          columns[name].push(toStrings(values));
        }
      }
      return columns;
    };
    return {
      source,
      run,
      rowCount: (columns) => Object.values(columns)[0].reduce((sum, part) => sum + part.length, 0),
    };
  }
  const read = formOptions[form];
  const run = async () => {
    const file = await open();
    const isNested = file.schema.leaves.some((leaf) => leaf.path.length > 1);
    return collect(isNested ? file.nestedBatches(read) : file.columnBatches(read));
  };
  return { source, run, rowCount: rowCountOf };
}
