/** For each encoding of the Parquet format: the function that explains its bytes, and the types that it can store. */
import { type ColumnType, describeColumnType, EncodingId, ParquetError, PhysicalType } from '@marquetry/core';
import { explainAlp } from './alp.js';
import { explainByteStreamSplit } from './byte-stream-split.js';
import { explainDeltaBinaryPacked, explainDeltaByteArray, explainDeltaLengthByteArray } from './delta.js';
import { explainGroupVarint } from './group-varint.js';
import type { Layout } from './layout.js';
import { explainPlain } from './plain.js';
import { explainDictionary, explainRleBooleans } from './runs.js';

const { BOOLEAN, INT32, INT64, FLOAT, DOUBLE, BYTE_ARRAY, FIXED_LEN_BYTE_ARRAY } = PhysicalType;

interface KnownLayout {
  readonly layout: Layout;
  /** The physical types that the encoding can store; undefined if it can store all. */
  readonly types?: readonly PhysicalType[];
  readonly words: string;
}

const layouts: Readonly<Record<number, KnownLayout>> = {
  [EncodingId.PLAIN]: { layout: explainPlain, words: 'The values one after another, in binary form.' },
  [EncodingId.GROUP_VAR_INT]: {
    layout: explainGroupVarint,
    types: [INT32, INT64],
    words:
      'Integers without their leading zero bytes, in groups. Each group starts with the byte lengths of its integers.',
  },
  [EncodingId.PLAIN_DICTIONARY]: {
    layout: explainDictionary,
    words: 'Indices into the dictionary of the chunk, as runs. The same as RLE_DICTIONARY.',
  },
  [EncodingId.RLE]: { layout: explainRleBooleans, types: [BOOLEAN], words: 'Runs of bits.' },
  [EncodingId.DELTA_BINARY_PACKED]: {
    layout: explainDeltaBinaryPacked,
    types: [INT32, INT64],
    words: 'The first value, then the differences from one value to the next, in as few bits as each block needs.',
  },
  [EncodingId.DELTA_LENGTH_BYTE_ARRAY]: {
    layout: explainDeltaLengthByteArray,
    types: [BYTE_ARRAY],
    words: 'The lengths of all values, then the bytes of all values.',
  },
  [EncodingId.DELTA_BYTE_ARRAY]: {
    layout: explainDeltaByteArray,
    types: [BYTE_ARRAY, FIXED_LEN_BYTE_ARRAY],
    words: 'The number of bytes that each value shares with the previous one, then the bytes that differ.',
  },
  [EncodingId.RLE_DICTIONARY]: {
    layout: explainDictionary,
    words: 'Indices into the dictionary of the chunk, as runs.',
  },
  [EncodingId.BYTE_STREAM_SPLIT]: {
    layout: explainByteStreamSplit,
    types: [INT32, INT64, FLOAT, DOUBLE, FIXED_LEN_BYTE_ARRAY],
    words: 'The first bytes of all values, then the second bytes, and so on.',
  },
  [EncodingId.ALP]: {
    layout: explainAlp,
    types: [FLOAT, DOUBLE],
    words: 'Floating-point numbers as integers scaled by powers of ten, in groups that are called vectors.',
  },
};

/**
 * Returns the function that explains an encoding, with a description; undefined for an unknown encoding.
 * @throws ParquetError UNSUPPORTED if the encoding cannot store values of the column's type.
 */
export function layoutOf(encoding: number, name: string, column: ColumnType): KnownLayout | undefined {
  const known = layouts[encoding];
  if (known?.types?.includes(column.type) === false) {
    throw new ParquetError('UNSUPPORTED', `encoding ${name} cannot store ${describeColumnType(column)} values`);
  }
  return known;
}
