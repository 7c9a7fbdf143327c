/** The header before a Bloom filter's bits (parquet.thrift `BloomFilterHeader`; BloomFilter.md). */

import { type CompactReader, CompactWriter } from '@marquetry/thrift';
import { count32Field, type Mutable, required, structField } from './fields.js';
import { type ReadOptions, readerOf } from './options.js';
import { putEmptyStruct, putI32, putStruct } from './put.js';
import { parseEmptyStruct, parseUnion, parseUnknownMember, type UnknownMember } from './union.js';

/**
 * The header of a Bloom filter. The format defines one member for each of the three unions. A filter with an `unknown`
 * member cannot be used, and readers may ignore it.
 */
export interface BloomFilterHeader {
  /** Size in bytes of the filter's bits, which follow the header. Never negative. */
  readonly numBytes: number;
  readonly algorithm: { readonly kind: 'BLOCK' } | UnknownMember;
  readonly hash: { readonly kind: 'XXHASH' } | UnknownMember;
  readonly compression: { readonly kind: 'UNCOMPRESSED' } | UnknownMember;
}

/**
 * Reads the Bloom filter header at `position`.
 *
 * @returns the header, and its length in bytes: the bits start at `position + byteLength`.
 * @throws ParquetError TRUNCATED, CORRUPT (with the name of the field) or LIMIT.
 */
export function readBloomFilterHeader(
  bytes: Uint8Array,
  position: number,
  options: ReadOptions = {},
): { readonly header: BloomFilterHeader; readonly byteLength: number } {
  const reader = readerOf(bytes, position, options, 'Bloom filter header', 'headerBytes');
  const fields: Partial<Mutable<BloomFilterHeader>> = {};
  const outer = reader.beginStruct();
  while (reader.nextField()) {
    switch (reader.fieldId) {
      case 1:
        fields.numBytes = count32Field(reader, 'BloomFilterHeader.numBytes');
        break;
      case 2:
        fields.algorithm = onlyMember(reader, 'BloomFilterHeader.algorithm', 'BLOCK');
        break;
      case 3:
        fields.hash = onlyMember(reader, 'BloomFilterHeader.hash', 'XXHASH');
        break;
      case 4:
        fields.compression = onlyMember(reader, 'BloomFilterHeader.compression', 'UNCOMPRESSED');
        break;
      default:
        reader.skipField();
    }
  }
  reader.endStruct(outer);
  const header: BloomFilterHeader = {
    numBytes: required(fields.numBytes, reader, 'BloomFilterHeader.numBytes'),
    algorithm: required(fields.algorithm, reader, 'BloomFilterHeader.algorithm'),
    hash: required(fields.hash, reader, 'BloomFilterHeader.hash'),
    compression: required(fields.compression, reader, 'BloomFilterHeader.compression'),
  };
  return { header, byteLength: reader.position - position };
}

/** Encodes a Bloom filter header. */
export function writeBloomFilterHeader(header: BloomFilterHeader): Uint8Array<ArrayBuffer> {
  const writer = new CompactWriter(32);
  const outer = writer.beginStruct();
  putI32(writer, 1, header.numBytes);
  putStruct(writer, 2, header.algorithm, putMember);
  putStruct(writer, 3, header.hash, putMember);
  putStruct(writer, 4, header.compression, putMember);
  writer.endStruct(outer);
  return writer.finish();
}

/** Reads a union whose only known member is a struct without fields, with id 1. */
function onlyMember<Kind extends string>(
  reader: CompactReader,
  name: string,
  kind: Kind,
): { readonly kind: Kind } | UnknownMember {
  return structField(reader, name, (union) =>
    parseUnion<{ readonly kind: Kind } | UnknownMember>(union, name, (member) => {
      if (member.fieldId !== 1) return parseUnknownMember(member);
      structField(member, `${name}.${kind}`, parseEmptyStruct);
      return { kind };
    }),
  );
}

function putMember(writer: CompactWriter, member: { readonly kind: string; readonly id?: number }): void {
  const outer = writer.beginStruct();
  putEmptyStruct(writer, member.id ?? 1);
  writer.endStruct(outer);
}
