/** Returns the bytes of a page index or Bloom filter, and their meaning. */
import { type Limits, ParquetError } from '@marquetry/core';
import { type ChunkLocation, readExactly } from '@marquetry/file';
import { explainBloomFilter, explainStruct } from '@marquetry/inspect/bytes';
import { readBloomFilterHeader } from '@marquetry/metadata';
import type { StoredPart } from '../protocol.js';
import type { Handler } from './handler.js';
import { leafAt } from './names.js';
import type { CurrentSession } from './session.js';

/** Maximum number of bytes to show of an index or filter. */
const mostBytes = 2 ** 26;
/** Number of bytes to read to find the length of a Bloom filter if the footer does not contain it. */
const headerBytes = 1024;

export function partBytes(current: CurrentSession): Handler<'partBytes'> {
  return async ({ rowGroup, column, part, from }, { signal }) => {
    const session = current();
    const { source, limits, footer } = session.file;
    const leaf = leafAt(session, column);
    if (session.file.encryption !== undefined) await session.file.unlock([leaf], signal);
    const location = session.file.chunk({ rowGroup, column: leaf });
    const { offset, length } = placeOf(location, part);
    if (offset === undefined || length === 0) {
      throw new ParquetError('INVALID_ARGUMENT', `the chunk has no ${part.replace('-', ' ')}`, location.at);
    }
    const read = (byteLength: number): Promise<Uint8Array> => {
      const end = Math.min(footer.offset, offset + byteLength);
      if (offset >= 0 && end > offset) return readExactly(source, offset, end - offset, signal);
      const reason = `the ${part.replace('-', ' ')} must be stored before the footer`;
      throw new ParquetError('CORRUPT', reason, { ...location.at, fileOffset: offset });
    };
    const byteLength = length ?? filterLength(await read(headerBytes), limits);
    const bytes = await read(Math.min(byteLength, mostBytes));
    if (location.secrets !== undefined) return { title: 'Encrypted', bytes, fileOffset: offset, fields: [] };
    const title = 'As stored';
    if (part === 'bloom-filter') return { title, ...explainBloomFilter(bytes, offset, { limits, from }) };
    const struct = part === 'column-index' ? 'ColumnIndex' : 'OffsetIndex';
    return { title, ...explainStruct(bytes, offset, struct, { limits, leaf, from }) };
  };
}

function placeOf(
  { chunk, metaData }: ChunkLocation,
  part: StoredPart,
): { readonly offset: number | undefined; readonly length: number | undefined } {
  switch (part) {
    case 'column-index':
      return { offset: chunk.columnIndexOffset, length: chunk.columnIndexLength ?? 0 };
    case 'offset-index':
      return { offset: chunk.offsetIndexOffset, length: chunk.offsetIndexLength ?? 0 };
    case 'bloom-filter':
      return { offset: metaData.bloomFilterOffset, length: metaData.bloomFilterLength };
  }
}

function filterLength(bytes: Uint8Array, limits: Limits): number {
  const { header, byteLength } = readBloomFilterHeader(bytes, 0, { limits });
  return byteLength + header.numBytes;
}
