/**
 * What the format allows: which encoding may hold values of which physical type. Any of them may stand in data pages of
 * either version (Encodings.md). Said here apart from the packages, so that their `supports` is held to it.
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

/** By wire id. BIT_PACKED is for levels only. */
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

/** Every encoding there is a package of. */
export const everyEncoding: EncodingRegistry = createRegistry([...standardEncodings, alp, groupVarint]);

export function isLegal(encoding: number, type: PhysicalType): boolean {
  return legalTypes[encoding]?.includes(type) ?? false;
}

/** The columns that stand for a type: FIXED_LEN_BYTE_ARRAY of three widths, one column of each other type. */
export function columnsOf(type: PhysicalType): ColumnType[] {
  if (type !== FIXED_LEN_BYTE_ARRAY) return [{ type, width: widthOf(type) }];
  return [1, 5, 16].map((width) => ({ type, width }));
}
