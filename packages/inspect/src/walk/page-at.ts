/** Reads the header of the page at a file offset. */
import { isParquetError, type Limits, PageType, ParquetError } from '@marquetry/core';
import { type PageHeader, readPageHeader } from '@marquetry/metadata';
import type { WalkedBytes } from './walked-bytes.js';

/** A page header, and its size in bytes. */
export interface SizedHeader {
  readonly header: PageHeader;
  readonly byteLength: number;
}

/** Returns the header at a file offset, or an error that states why no page starts there. */
export async function headerAt(
  bytes: WalkedBytes,
  offset: number,
  limits: Limits,
): Promise<SizedHeader | ParquetError> {
  const found = await bytes.parsed(offset, limits.headerBytes, (some, isAll) => {
    const result = headerIn(some, limits);
    return isParquetError(result) && result.code === 'TRUNCATED' && !isAll ? undefined : result;
  });
  const result = found ?? new ParquetError('TRUNCATED', 'no bytes are left for a page header', { part: 'page header' });
  return isParquetError(result) ? placed(result, offset) : result;
}

/** Returns the header at the start of `bytes`, or an error that states why no page starts there. */
export function headerIn(bytes: Uint8Array, limits: Limits): SizedHeader | ParquetError {
  try {
    const found = readPageHeader(bytes, 0, { limits });
    if (isKnownType(found.header)) return found;
    return new ParquetError('CORRUPT', `page type ${found.header.type} is unknown`, { part: 'page header' });
  } catch (error) {
    if (isParquetError(error)) return error;
    throw error;
  }
}

function isKnownType({ type }: PageHeader): boolean {
  return Object.values(PageType).some((known) => known === type);
}

/** Returns a copy of the error that states the file offset instead of the offset in the bytes that were read. */
function placed({ code, reason, at }: ParquetError, offset: number): ParquetError {
  const { offset: _, ...place } = at;
  return new ParquetError(code, reason, { ...place, fileOffset: offset });
}
