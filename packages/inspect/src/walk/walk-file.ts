/**
 * Finds the parts of a file whose footer is missing or broken.
 *
 *   PAR1 | pages, indexes, ...                          the file ends too early: no footer
 *   PAR1 | pages, indexes, ... | footer | length | PAR1 the footer cannot be parsed, but its position is known
 */
import { defaultLimits, ParquetError, viewOf } from '@marquetry/core';
import { type ByteSource, readExactly } from '@marquetry/file';
import type { FoundPart } from './found-part.js';
import { type WalkOptions, walkPages } from './walk-pages.js';

const magicBytes = 4;
const lengthBytes = 4;

/**
 * Yields the parts of a file in file order and without gaps, like {@link walkPages}, together with the magic numbers and the footer. Does not parse
 * the footer. For a file that does not start with `PAR1`, it yields a single fault, because no page of an encrypted file (`PARE`) can be read without
 * its footer.
 * @throws Like {@link walkPages}.
 */
export async function* walkFile(
  source: ByteSource,
  options: Omit<WalkOptions, 'start' | 'end'> = {},
): AsyncGenerator<FoundPart, void, undefined> {
  const { signal, limits = defaultLimits } = options;
  const { byteLength } = source;
  const head = await readExactly(source, 0, Math.min(magicBytes, byteLength), signal);
  const magic = textOf(head);
  if (magic !== 'PAR1') {
    if (byteLength > 0) yield { kind: 'fault', offset: 0, byteLength, fault: notParquet(magic, byteLength) };
    return;
  }
  yield { kind: 'magic', offset: 0, byteLength: magicBytes, isCut: false };
  const footer = await footerPlace(source, signal);
  const tail = footer === undefined ? byteLength : byteLength - lengthBytes - magicBytes;
  yield* walkPages(source, { ...options, limits, start: magicBytes, end: footer ?? byteLength });
  if (footer === undefined) return;
  if (tail > footer) yield { kind: 'footer', offset: footer, byteLength: tail - footer, isCut: false };
  yield { kind: 'footer-length', offset: tail, byteLength: lengthBytes, isCut: false };
  yield { kind: 'magic', offset: tail + lengthBytes, byteLength: magicBytes, isCut: false };
}

/** Returns the file offset of the footer, computed from the end of the file; undefined if the file does not end like a Parquet file. */
async function footerPlace(source: ByteSource, signal: AbortSignal | undefined): Promise<number | undefined> {
  const tail = source.byteLength - lengthBytes - magicBytes;
  if (tail < magicBytes) return undefined;
  const bytes = await readExactly(source, tail, lengthBytes + magicBytes, signal);
  if (textOf(bytes.subarray(lengthBytes)) !== 'PAR1') return undefined;
  const offset = tail - viewOf(bytes).getUint32(0, true);
  return offset >= magicBytes ? offset : undefined;
}

function textOf(bytes: Uint8Array): string {
  return String.fromCharCode(...bytes);
}

function notParquet(magic: string, byteLength: number): ParquetError {
  const place = { fileOffset: 0 };
  if (magic === 'PARE') {
    return new ParquetError('UNSUPPORTED', 'the pages of an encrypted file cannot be found without its footer', place);
  }
  if (byteLength < magicBytes) {
    return new ParquetError('TRUNCATED', `the file has only ${byteLength} bytes: it ends before its pages`, place);
  }
  const shown = magic.replace(/[^\x20-\x7e]/g, '?');
  return new ParquetError('CORRUPT', `not a Parquet file: it starts with "${shown}" instead of PAR1`, place);
}
