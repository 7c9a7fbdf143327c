/** The measured size of a column, as `marquetry sizes` prints it. */
import { nameOfCodec, nameOfEncoding } from '@marquetry/core';
import type { EncodingCost, PresentCost } from '@marquetry/inspect/costs';
import type { PlugIns } from '../plug-ins.js';

/**
 * One line that `marquetry sizes --json` prints: the size of a column in one encoding and codec. The fields have the
 * same meaning as in `EncodingCost` in @marquetry/inspect.
 */
export interface SizeRecord
  extends Pick<EncodingCost, 'size' | 'ratio' | 'presentSize' | 'rows' | 'decodeMegabytesPerSecond'> {
  readonly column: string;
  readonly encoding: string;
  readonly preview: boolean;
  readonly codec: string;
}

export function recordOf(column: string, cost: EncodingCost): SizeRecord {
  const { encoding, codec, size, ratio, presentSize, rows, decodeMegabytesPerSecond } = cost;
  const names = { column, encoding: encoding.name, preview: encoding.preview, codec: codec.name };
  return { ...names, size, ratio, presentSize, rows, decodeMegabytesPerSecond };
}

/**
 * The stored bytes of a column in one file, and the names of the encodings and codecs that the file uses for the
 * column.
 */
export interface Present {
  readonly size: number;
  readonly encodings: readonly string[];
  readonly codec: string;
}

export function presentOf({ size, encodings, codecs }: PresentCost, plugIns: PlugIns): Present {
  return {
    size,
    encodings: encodings.map((id) => nameOfEncoding(id, plugIns.encodings)),
    codec: codecs.map((id) => nameOfCodec(id, plugIns.codecs)).join(' '),
  };
}
