/** Finds the WKB values in the memory of a column. */
import type { Values } from '@marquetry/core';

/**
 * Yields the bytes of each value in `values[from, to)` as a range of a view: `[view, start, end]`. If several values
 * refer to the same dictionary entry, the entry may be yielded once instead of once per value. Yields nothing unless
 * the type is BYTE_ARRAY.
 */
export function* geometriesIn(
  values: Values,
  from: number,
  to: number,
): Generator<readonly [view: DataView, start: number, end: number], void, undefined> {
  const entries = values.layout === 'dictionary' ? values.dictionary : values;
  if (entries.layout !== 'bytes') return;
  const { data, offsets } = entries;
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  // Repeated entries are skipped only if the dictionary is not much larger than the page, because a page with few
  // values must not allocate memory for every entry of a large dictionary.
  const seen = new Uint8Array(values.layout === 'dictionary' && entries.length <= 8 * (to - from) ? entries.length : 0);
  for (let i = from; i < to; i++) {
    const entry = values.layout === 'dictionary' ? (values.indices[i] as number) : i;
    if (seen[entry] === 1) continue;
    seen[entry] = 1;
    yield [view, offsets[entry] as number, offsets[entry + 1] as number];
  }
}
