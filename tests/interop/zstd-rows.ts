/**
 * The rows that write-zstd.mjs and the browser page of tests/runtime write with `@marquetry/codec-zstd-wasm`.
 */
import { expect } from 'vitest';
import { bytesAsText, floatText, type Slots } from './slots.js';

const rowCount = 5000;

/** Fails the test unless another implementation read these rows from the file. */
export function expectZstdRows(read: Slots): void {
  const ids = Array.from({ length: rowCount }, (_, id) => id);
  const name = (id: number): string => bytesAsText(new TextEncoder().encode(`name ${id % 90}`));
  expect(read).toEqual({
    id: ids.map(String),
    name: ids.map(name),
    third: ids.map((id) => floatText(id / 3)),
  });
}
