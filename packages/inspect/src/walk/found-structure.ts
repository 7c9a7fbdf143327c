/** Recognizes the structures that may follow the pages of a file, by the types of their first one or two fields. */
import { isParquetError, type Limits } from '@marquetry/core';
import { readBloomFilterHeader, readColumnIndex, readColumnMetaData, readOffsetIndex } from '@marquetry/metadata';
import { CompactReader, WireType } from '@marquetry/thrift';
import type { FoundStructure } from './found-part.js';

type StructureKind = Exclude<FoundStructure['kind'], 'magic' | 'footer-length'>;

/** A structure that was recognized at the start of the given bytes. */
export interface RecognizedStructure {
  readonly kind: StructureKind;
  /** Size in bytes. May exceed the length of the given bytes, because the bits of a Bloom filter are not examined. */
  readonly byteLength: number;
  /** True if the bytes end inside the structure. */
  readonly isCut: boolean;
}

/** The first one or two fields of each structure, written as `id:type`. List types include the element type. */
const shapes: ReadonlyMap<string, StructureKind> = new Map([
  ['1:list of struct', 'offset-index'],
  ['1:list of bool', 'column-index'],
  ['1:i32 2:list of i32', 'column-metadata'],
  ['1:i32 2:list of struct', 'footer'],
  ['1:i32 2:struct', 'bloom-filter'],
]);

const wireNames: ReadonlyMap<number, string> = new Map([
  [WireType.TRUE, 'bool'],
  [WireType.FALSE, 'bool'],
  [WireType.I32, 'i32'],
  [WireType.LIST, 'list'],
  [WireType.STRUCT, 'struct'],
]);

/**
 * Returns the structure at the start of `bytes`; undefined if there is none. Parses every structure in full, except a footer, for which it only finds
 * the end.
 */
export function structureIn(bytes: Uint8Array, limits: Limits): RecognizedStructure | undefined {
  try {
    const kind = shapeOf(bytes, limits);
    if (kind === undefined) return undefined;
    try {
      return { kind, byteLength: checkedLength(kind, bytes, limits), isCut: false };
    } catch (error) {
      if (!isCutError(error)) throw error;
      return { kind, byteLength: bytes.length, isCut: true };
    }
  } catch (error) {
    if (!isParquetError(error)) throw error;
    return undefined;
  }
}

function isCutError(error: unknown): boolean {
  return isParquetError(error) && error.code === 'TRUNCATED';
}

function shapeOf(bytes: Uint8Array, limits: Limits): StructureKind | undefined {
  const reader = new CompactReader(bytes, 0, { limits });
  let shape = '';
  reader.beginStruct();
  for (let fields = 0; fields < 2 && reader.nextField(); fields++) {
    const name = wireNames.get(reader.type);
    if (name === undefined) return undefined;
    shape += `${fields === 0 ? '' : ' '}${reader.fieldId}:${name}`;
    if (name === 'list') {
      reader.readListHeader();
      shape += ` of ${wireNames.get(reader.elementType)}`;
    }
    const kind = shapes.get(shape);
    if (kind !== undefined) return kind;
    if (name === 'list' || name === 'struct') return undefined;
    reader.skipField();
  }
  return undefined;
}

function checkedLength(kind: StructureKind, bytes: Uint8Array, limits: Limits): number {
  if (kind === 'bloom-filter') {
    const { header, byteLength } = readBloomFilterHeader(bytes, 0, { limits });
    return byteLength + header.numBytes;
  }
  const length = structLength(bytes, limits);
  const own = bytes.subarray(0, length);
  if (kind === 'column-index') readColumnIndex(own, { limits });
  else if (kind === 'offset-index') readOffsetIndex(own, { limits });
  else if (kind === 'column-metadata') readColumnMetaData(own, { limits });
  return length;
}

/** Returns the encoded size in bytes of a Thrift struct of any type. */
function structLength(bytes: Uint8Array, limits: Limits): number {
  const reader = new CompactReader(bytes, 0, { limits });
  const outer = reader.beginStruct();
  while (reader.nextField()) reader.skipField();
  reader.endStruct(outer);
  return reader.position;
}
