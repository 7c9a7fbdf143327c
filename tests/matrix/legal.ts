/**
 * The physical types that the format allows for each encoding, in data pages of either version (Encodings.md). The list is independent
 * of the packages, so that tests can compare their `supports` with it.
 */
import { alp } from '@marquetry/alp';
import {
  type ColumnType,
  createRegistry,
  EncodingId,
  type EncodingRegistry,
  PhysicalType,
  widthOf,
} from '@marquetry/core';
import { standardEncodings } from '@marquetry/encodings';
import { groupVarint } from '@marquetry/group-varint';

const { BOOLEAN, INT32, INT64, FLOAT, DOUBLE, BYTE_ARRAY, FIXED_LEN_BYTE_ARRAY } = PhysicalType;

const every: readonly PhysicalType[] = Object.values(PhysicalType);

/** The types by encoding id, as stored in files. BIT_PACKED is missing, because it is for levels only. */
export const legalTypes: Readonly<Record<number, readonly PhysicalType[]>> = {
  [EncodingId.PLAIN]: every,
  [EncodingId.GROUP_VAR_INT]: [INT32, INT64],
  [EncodingId.PLAIN_DICTIONARY]: every,
  [EncodingId.RLE]: [BOOLEAN],
  [EncodingId.BIT_PACKED]: [],
  [EncodingId.DELTA_BINARY_PACKED]: [INT32, INT64],
  [EncodingId.DELTA_LENGTH_BYTE_ARRAY]: [BYTE_ARRAY],
  [EncodingId.DELTA_BYTE_ARRAY]: [BYTE_ARRAY, FIXED_LEN_BYTE_ARRAY],
  [EncodingId.RLE_DICTIONARY]: every,
  [EncodingId.BYTE_STREAM_SPLIT]: [INT32, INT64, FLOAT, DOUBLE, FIXED_LEN_BYTE_ARRAY],
  [EncodingId.ALP]: [FLOAT, DOUBLE],
};

/** A registry of every encoding for which we have a package. */
export const everyEncoding: EncodingRegistry = createRegistry([...standardEncodings, alp, groupVarint]);

export function isLegal(encoding: number, type: PhysicalType): boolean {
  return legalTypes[encoding]?.includes(type) ?? false;
}

/** Returns the columns that represent a type in the tests: three widths of FIXED_LEN_BYTE_ARRAY, or one column of any other type. */
export function columnsOf(type: PhysicalType): ColumnType[] {
  if (type !== FIXED_LEN_BYTE_ARRAY) return [{ type, width: widthOf(type) }];
  return [1, 5, 16].map((width) => ({ type, width }));
}
