/** Chooses the best of the measured encodings and codecs. */
import { sizeText } from '../size-text.js';
import type { EncodingCost, RefusedCost } from './encoding-cost.js';

/** The result of {@link bestCost}. */
export interface BestCost {
  /** The best encoding and codec; undefined if the column is best left as it is. */
  readonly cost: EncodingCost | undefined;
  /** Bytes saved in the measured rows; 0 if `cost` is undefined. */
  readonly savedBytes: number;
  /** An explanation for users, such as "RLE_DICTIONARY with ZSTD: 12.3 MB instead of 40.1 MB (31 %)". */
  readonly reason: string;
}

/** Results of at most this many times the smallest size are candidates; the fastest of them is chosen. */
const enough = 1.1;
/** A column is left as it is unless another encoding or codec shrinks it below this fraction of its present size. */
const worthwhile = 0.95;

/**
 * Chooses the encoding and codec that make a column small and fast to decode: of the results at most 10 % larger than
 * the smallest, the one that decodes fastest. Preview encodings are never chosen, because their layout may change. If
 * the best result would save less than 5 %, `cost` is undefined: the column is best left as it is.
 * @param costs Results of `compareEncodings`. If several have the same encoding and codec, the last one counts. If no speeds were measured, the
 *   smallest result is chosen.
 */
export function bestCost(costs: Iterable<EncodingCost | RefusedCost>): BestCost {
  const ways = new Map<string, EncodingCost>();
  for (const cost of costs) {
    if ('size' in cost && !cost.encoding.preview) ways.set(`${cost.encoding.id}/${cost.codec.id}`, cost);
  }
  const smallest = Math.min(...[...ways.values()].map(({ size }) => size));
  const small = [...ways.values()].filter(({ size }) => size <= smallest * enough);
  const speed = (cost: EncodingCost): number => cost.decodeMegabytesPerSecond ?? 0;
  const [best] = small.sort((a, b) => speed(b) - speed(a) || a.size - b.size);
  if (best === undefined)
    return { cost: undefined, savedBytes: 0, reason: 'None of the measured encodings can write this column.' };
  const { encoding, codec, size, presentSize } = best;
  if (size > presentSize * worthwhile) {
    const reason = 'Leave the column as it is: the best measured encoding would save less than 5 %.';
    return { cost: undefined, savedBytes: 0, reason };
  }
  const name = codec.id === 0 ? `${encoding.name} without compression` : `${encoding.name} with ${codec.name}`;
  const percent = Math.round((100 * size) / presentSize);
  const reason = `${name}: ${sizeText(size)} instead of ${sizeText(presentSize)} (${percent} %)`;
  return { cost: best, savedBytes: presentSize - size, reason };
}
