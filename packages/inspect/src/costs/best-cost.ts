/** Chooses an encoding and codec from measured ones. */
import { sizeText } from '../size-text.js';
import type { EncodingCost, RefusedCost } from './encoding-cost.js';

/** A choice of {@link bestCost}. */
export interface BestCost {
  /** Undefined if the column is best left as it is. */
  readonly cost: EncodingCost | undefined;
  /** Bytes saved in the measured rows; 0 without a choice. */
  readonly savedBytes: number;
  /** A sentence for users: "RLE_DICTIONARY with ZSTD: 12.3 MB instead of 40.1 MB, 31 %". */
  readonly reason: string;
}

/** Of the ways that are at most this much larger than the smallest, the one that decodes fastest is chosen. */
const enough = 1.1;
/** A column is left as it is unless it becomes smaller than this fraction of its present size. */
const worthwhile = 0.95;

/**
 * Chooses the way of writing that is small and decodes fast: of those at most 10 % larger than the smallest, the one that decodes fastest. Ways with
 * a preview encoding are not chosen, because their layout may change. Nothing is chosen if it would save less than 5 %.
 * @param costs results of `compareEncodings`. Where two have the same encoding and codec, the later one counts. If no speeds were measured, the smallest way is chosen.
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
    return { cost: undefined, savedBytes: 0, reason: 'No encoding that was measured can write this column.' };
  const { encoding, codec, size, presentSize } = best;
  if (size > presentSize * worthwhile) {
    const reason = 'The column is stored well: no measured encoding would save more than 5 %.';
    return { cost: undefined, savedBytes: 0, reason };
  }
  const name = codec.id === 0 ? `${encoding.name} without compression` : `${encoding.name} with ${codec.name}`;
  const percent = Math.round((100 * size) / presentSize);
  const reason = `${name}: ${sizeText(size)} instead of ${sizeText(presentSize)}, ${percent} %`;
  return { cost: best, savedBytes: presentSize - size, reason };
}
