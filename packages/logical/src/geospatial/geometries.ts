/** Finds the WKB values in the memory of a column. */
import type { Values } from '@marquetry/core';

/**
 * Yields each of `values[from, to)` as bytes of a view: `[view, start, end]`. An entry of a dictionary may be yielded only
 * once. Yields nothing for other types than BYTE_ARRAY.
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
  // For a page of few values, no memory may be allocated per entry of a large dictionary.
  const seen = new Uint8Array(values.layout === 'dictionary' && entries.length <= 8 * (to - from) ? entries.length : 0);
  for (let i = from; i < to; i++) {
    const entry = values.layout === 'dictionary' ? (values.indices[i] as number) : i;
    if (seen[entry] === 1) continue;
    seen[entry] = 1;
    yield [view, offsets[entry] as number, offsets[entry + 1] as number];
  }
}
