/** Walks through pages by their headers, without reading their bodies. */
import { defaultLimits, isParquetError, isTurnDue, type Limits, ParquetError, yieldToEventLoop } from '@marquetry/core';
import type { ByteSource } from '@marquetry/file';
import type { FoundFault, FoundPage, FoundPart } from './found-part.js';
import { structureIn } from './found-structure.js';
import { nextPage } from './next-page.js';
import { headerAt } from './page-at.js';
import { WalkedBytes } from './walked-bytes.js';

/** Default value of the `searchBytes` option. */
const defaultSearchBytes = 2 ** 24;
/** Maximum number of bytes of a structure that are read to recognize it. */
const mostStructureBytes = 2 ** 26;

/** The range of bytes to walk through, and how far to search after a fault. */
export interface WalkOptions {
  /** File offset of the first page. */
  readonly start: number;
  /** File offset at which the pages end. */
  readonly end: number;
  readonly limits?: Limits | undefined;
  readonly signal?: AbortSignal | undefined;
  /**
   * Maximum number of bytes to search for the next page after bytes that are not a page. 0 ends the walk at the first fault. Default: 16 MiB.
   */
  readonly searchBytes?: number | undefined;
}

/**
 * Yields the pages in a range of a file and the parts between them, in file order and without gaps. Reads page headers, and bodies only if they are
 * small. Where no page starts, it yields a fault, searches for the next page, and continues there; if there is none, the fault extends to the end of
 * the range.
 *
 * The footer is not used, so the columns and codecs of the pages are not known.
 * @throws Errors from the source, and the signal's reason if it is aborted. Invalid bytes never throw.
 */
export async function* walkPages(
  source: ByteSource,
  { start, end, limits = defaultLimits, signal, searchBytes = defaultSearchBytes }: WalkOptions,
): AsyncGenerator<FoundPart, void, undefined> {
  if (!(start >= 0 && end >= start && end <= source.byteLength)) {
    const range = `bytes ${start} to ${end}`;
    throw new ParquetError(
      'INVALID_ARGUMENT',
      `${range} are not a valid range in a file of ${source.byteLength} bytes`,
    );
  }
  const bytes = new WalkedBytes(source, end, signal);
  for (let position = start; position < end; ) {
    while (isTurnDue()) await yieldToEventLoop(signal);
    const part = await partAt(bytes, position, limits);
    if (part.kind !== 'fault' && !(part.kind === 'page' && part.missingBytes > 0)) {
      bytes.passed(part.byteLength);
      yield part;
      position += part.byteLength;
      continue;
    }
    // If the body ends after the range, either the page is cut short or its header states a wrong size.
    const search = { limits, signal, mostBytes: searchBytes };
    const next = searchBytes > 0 ? await nextPage(bytes, position + 1, search) : undefined;
    yield next === undefined ? part : { ...faultOf(part), byteLength: next - position };
    position = next ?? end;
  }
}

/** Returns the part at a file offset. If no part starts there, returns a fault that extends to the end of the range. */
async function partAt(bytes: WalkedBytes, offset: number, limits: Limits): Promise<FoundPart> {
  const found = await headerAt(bytes, offset, limits);
  if (!isParquetError(found)) {
    const { header, byteLength: headerSize } = found;
    const size = headerSize + header.compressedPageSize;
    const byteLength = Math.min(size, bytes.end - offset);
    return { kind: 'page', offset, byteLength, header, headerSize, missingBytes: size - byteLength };
  }
  const structure = await bytes.parsed(offset, mostStructureBytes, (some, isAll) => {
    const seen = structureIn(some, limits);
    return seen?.isCut === true && !isAll ? undefined : (seen ?? 'none');
  });
  if (structure === undefined || structure === 'none') {
    return { kind: 'fault', offset, byteLength: bytes.end - offset, fault: found };
  }
  const { kind, byteLength, isCut } = structure;
  const left = bytes.end - offset;
  return { kind, offset, byteLength: Math.min(byteLength, left), isCut: isCut || byteLength > left };
}

function faultOf(part: FoundFault | FoundPage): FoundFault {
  if (part.kind === 'fault') return part;
  const { offset, byteLength, missingBytes } = part;
  const reason = `according to its header, the page extends ${missingBytes} bytes past its column chunk`;
  const fault = new ParquetError('CORRUPT', reason, { part: 'page header', fileOffset: offset });
  return { kind: 'fault', offset, byteLength, fault };
}
