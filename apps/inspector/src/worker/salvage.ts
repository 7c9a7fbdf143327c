/**
 * Reads what it can from a file that cannot be opened: finds its parts without the footer, and explains their bytes.
 */
import { EncodingId, nameOf, ParquetError } from '@marquetry/core';
import { type ByteSource, readExactly } from '@marquetry/file';
import { type ExplainedBytes, explainFooter, explainStruct, type StructName } from '@marquetry/inspect/bytes';
import { type FoundPart, walkFile } from '@marquetry/inspect/walk';
import { dataPageInfo } from '@marquetry/page';
import type { SalvagedPart } from '../protocol.js';
import type { Handler } from './handler.js';
import { pageTypeName } from './names.js';

/** Number of parts of the file in each partial result that the worker sends. */
const reportedParts = 64;
/** Maximum number of parts of the damaged file to list, such as pages. */
const mostParts = 100_000;
/** Milliseconds after which the parts of the damaged file that were found so far are sent to the page. */
const reportInterval = 50;
/** Maximum number of bytes to show of one part of the damaged file, such as a page. */
const mostBytes = 2 ** 20;

export function salvageParts(source: () => ByteSource | undefined): Handler<'salvage'> {
  return async (_args, { signal, part }) => {
    const file = source();
    // If no byte could be read, for example because the server does not answer, there are no parts to find.
    if (file === undefined) return null;
    let waiting: SalvagedPart[] = [];
    let count = 0;
    let last = performance.now();
    for await (const found of walkFile(file, { signal })) {
      waiting.push(describe(found));
      const isDue = waiting.length >= reportedParts || performance.now() - last >= reportInterval;
      if (isDue) {
        part(waiting);
        waiting = [];
        last = performance.now();
      }
      if (++count >= mostParts) break;
    }
    part(waiting);
    return null;
  };
}

function describe(found: FoundPart): SalvagedPart {
  const { kind, offset, byteLength } = found;
  const place = { kind, offset, byteLength };
  switch (found.kind) {
    case 'fault':
      return { ...place, page: undefined, missingBytes: 0, fault: found.fault.message };
    case 'page': {
      const { header, missingBytes } = found;
      const data = dataPageInfo(header);
      const encoding = data?.encoding ?? header.dictionaryPageHeader?.encoding;
      const page = {
        kind: pageTypeName(header.type),
        encoding: encoding === undefined ? undefined : nameOf(EncodingId, encoding),
        rawBytes: header.uncompressedPageSize,
        slots: data?.slotCount ?? header.dictionaryPageHeader?.numValues,
      };
      return { ...place, page, missingBytes, fault: undefined };
    }
    default:
      return { ...place, page: undefined, missingBytes: found.isCut ? undefined : 0, fault: undefined };
  }
}

const structs: Readonly<Partial<Record<FoundPart['kind'], StructName>>> = {
  page: 'PageHeader',
  fault: 'PageHeader',
  'column-metadata': 'ColumnMetaData',
  'column-index': 'ColumnIndex',
  'offset-index': 'OffsetIndex',
  'bloom-filter': 'BloomFilterHeader',
};

export function salvagedBytes(source: () => ByteSource | undefined): Handler<'salvagedBytes'> {
  return async ({ kind, offset, byteLength, missingBytes }, { signal }) => {
    const file = source();
    if (file === undefined) throw new ParquetError('INVALID_ARGUMENT', 'the file is no longer open');
    const isWholeFooter = kind === 'footer' && missingBytes === 0;
    const length = isWholeFooter ? file.byteLength - offset : byteLength;
    const bytes = await readExactly(file, offset, Math.min(length, mostBytes), signal);
    const title = length > mostBytes ? `The first ${mostBytes} bytes` : 'Bytes';
    return { title, ...explained(bytes, offset, kind, isWholeFooter) };
  };
}

function explained(bytes: Uint8Array, offset: number, kind: FoundPart['kind'], isWholeFooter: boolean): ExplainedBytes {
  if (isWholeFooter) return explainFooter(bytes, offset);
  const struct = kind === 'footer' ? 'FileMetaData' : structs[kind];
  return struct === undefined ? { bytes, fileOffset: offset, fields: [] } : explainStruct(bytes, offset, struct);
}
