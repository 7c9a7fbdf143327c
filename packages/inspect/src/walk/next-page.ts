/**
 * Finds the next page after bytes that are not a page. Page headers have no marker, so a candidate is accepted only if its body is followed by a
 * page, another structure, or the end of the walked range. A candidate starts with these bytes:
 *
 *   15 00 15 ...   field 1, an i32: the page type, stored in one byte; then field 2, an i32
 *   15 02 15 ...   the same for an index page
 */
import { isParquetError, isTurnDue, type Limits, yieldToEventLoop } from '@marquetry/core';
import { structureIn } from './found-structure.js';
import { headerAt, headerIn } from './page-at.js';
import type { WalkedBytes } from './walked-bytes.js';

/** Number of bytes to search at a time. It doubles from `firstStep` to `mostStep`. */
const firstStep = 2 ** 12;
const mostStep = 2 ** 18;
/** Maximum size of a page header in bytes. Pages with a larger header are not found. */
const headerBytes = 2 ** 12;
/** Maximum number of possible page headers to verify by parsing the bytes after the page body. Each verification may need a read. */
const mostCandidates = 1000;

const i32Field = 0x15;
/** The page types, as zigzag varints. */
const types: ReadonlySet<number> = new Set([0, 2, 4, 6]);

export interface SearchOptions {
  readonly limits: Limits;
  readonly signal: AbortSignal | undefined;
  /** Maximum number of bytes to search. */
  readonly mostBytes: number;
}

/** Returns the file offset of the first page at or after `from`; undefined if none was found. */
export async function nextPage(
  bytes: WalkedBytes,
  from: number,
  { limits, signal, mostBytes }: SearchOptions,
): Promise<number | undefined> {
  const last = Math.min(bytes.end, from + mostBytes);
  let candidates = 0;
  for (let start = from, step = firstStep; start < last; start += step, step = Math.min(mostStep, 2 * step)) {
    while (isTurnDue()) await yieldToEventLoop(signal);
    const some = await bytes.at(start, Math.min(step, last - start) + headerBytes);
    const count = Math.min(step, last - start, some.length - 2);
    for (let i = 0; i < count; i++) {
      if (some[i] !== i32Field || some[i + 2] !== i32Field || !types.has(some[i + 1] as number)) continue;
      const found = headerIn(some.subarray(i, i + headerBytes), limits);
      if (isParquetError(found)) continue;
      if (++candidates > mostCandidates) return undefined;
      const end = start + i + found.byteLength + found.header.compressedPageSize;
      if (end === bytes.end || (end < bytes.end && (await isStart(bytes, end, limits)))) return start + i;
    }
  }
  return undefined;
}

async function isStart(bytes: WalkedBytes, offset: number, limits: Limits): Promise<boolean> {
  if (!isParquetError(await headerAt(bytes, offset, limits))) return true;
  return structureIn(await bytes.at(offset), limits) !== undefined;
}
