/** Explains a delta stream: DELTA_BINARY_PACKED values, and the lengths of the byte array encodings. */
import { readWideBits, sumBits } from '../bits.js';
import type { FieldList } from '../field-list.js';
import { counted, zigzagWords } from '../texts.js';
import {
  type DeltaBlock,
  type DeltaHeader,
  type DeltaMiniblock,
  readDeltaBlock,
  readDeltaHeader,
  readMiniblock,
} from './delta-blocks.js';

/** Describes the values of a delta stream. */
export interface DeltaValues {
  readonly count: number;
  /** Bits per value: sums of deltas wrap around at 2^32 or 2^64. */
  readonly bits: 32 | 64;
  /** The name of a value, such as `length of value`; the number of the value is appended. */
  readonly name: string;
  text(value: bigint): string;
}

/** Adds the fields of the delta stream that starts at the current position of `list`. */
export function explainDeltaStream(list: FieldList, values: DeltaValues): void {
  const { count, bits } = values;
  if (count === 0 && list.position >= list.end) return;
  const { bytes } = list.to;
  const header = readDeltaHeader(bytes, list.position, list.end, count);
  list.group('delta-header', 'header', (inner) => explainHeader(inner, header, values));
  let previous = BigInt.asIntN(bits, header.first);
  for (let done = 1; done < count; done += header.blockSize) {
    const left = Math.min(count - done, header.blockSize);
    if (list.to.left <= 0) {
      // No more fields are added, so the remaining values are not needed.
      list.omit(1, endOfBlock(list, header, left));
      continue;
    }
    const first = done;
    list.group('delta-header', 'block', (inner) => {
      inner.value = counted(left, 'value');
      inner.meaning = `The deltas of values ${first} to ${first + left - 1} of the stream.`;
      previous = explainBlock(inner, header, values, first, left, previous);
    });
  }
}

function explainHeader(
  list: FieldList,
  { blockSize, miniblocks, size, first, ends }: DeltaHeader,
  values: DeltaValues,
): void {
  const { count, bits, name } = values;
  const varint = 'A varint:';
  list.leaf(ends[0], 'delta-header', 'block size', String(blockSize), `${varint} each block has ${blockSize} values.`);
  const each = `${varint} ${blockSize} / ${miniblocks} = ${size} values per miniblock.`;
  list.leaf(ends[1], 'delta-header', 'miniblocks per block', String(miniblocks), each);
  list.leaf(
    ends[2],
    'delta-header',
    'total count',
    String(count),
    `${varint} the number of values, including the first.`,
  );
  const isValue = count > 0;
  const value = isValue ? values.text(BigInt.asIntN(bits, first)) : undefined;
  list.leaf(ends[3], 'delta-header', isValue ? `${name} 0` : 'first value', value, zigzagWords(first));
}

function endOfBlock(list: FieldList, header: DeltaHeader, left: number): number {
  const { bytes } = list.to;
  const { widthsAt, bodyAt } = readDeltaBlock(bytes, list.position, list.end, header);
  let at = bodyAt;
  for (let k = 0; k * header.size < left; k++) {
    at = readMiniblock(bytes, widthsAt + k, at, list.end, header.size, left - k * header.size).end;
  }
  return at;
}

/** Adds the fields of a delta block, and returns the last value of the block. */
function explainBlock(
  list: FieldList,
  header: DeltaHeader,
  values: DeltaValues,
  first: number,
  left: number,
  before: bigint,
): bigint {
  const { bytes } = list.to;
  const { miniblocks, size } = header;
  const block = readDeltaBlock(bytes, list.position, list.end, header);
  const { minDelta, widthsAt } = block;
  const words = `${zigzagWords(minDelta)} The min delta is subtracted from each delta of the block, so that no stored delta is negative.`;
  list.leaf(widthsAt, 'delta-header', 'min delta', String(minDelta), words);
  list.row(miniblocks, 8, 'delta-header', (index, bit) => {
    const width = bytes[bit / 8] as number;
    const isUsed = index * size < left;
    const meaning = isUsed
      ? `Bits per delta in miniblock ${index}.`
      : 'The miniblock has no values, so it is not stored.';
    return { name: `width of miniblock ${index}`, value: String(width), meaning };
  });
  let previous = before;
  for (let k = 0; k * size < left; k++) {
    const start = list.position;
    const skipped = k * size;
    const miniblock = readMiniblock(bytes, widthsAt + k, start, list.end, size, left - skipped);
    const last = BigInt.asIntN(
      values.bits,
      previous + BigInt(miniblock.count) * minDelta + sumOf(list, start, miniblock),
    );
    if (list.wants(start, miniblock.end)) {
      list.group(
        'miniblock',
        `miniblock ${k}`,
        (inner) => explainMiniblock(inner, block, miniblock, values, first + skipped, previous),
        miniblock.end,
      );
    } else list.omit(1, miniblock.end);
    previous = last;
  }
  return previous;
}

function sumOf(list: FieldList, start: number, { width, count }: DeltaMiniblock): bigint {
  // If no more fields are added, the values are not needed.
  return list.to.left <= 0 ? 0n : sumBits(list.to.bytes, 8 * start, width, count);
}

function explainMiniblock(
  list: FieldList,
  { minDelta }: DeltaBlock,
  { width, count, end }: DeltaMiniblock,
  values: DeltaValues,
  first: number,
  before: bigint,
): void {
  const { bytes } = list.to;
  const start = 8 * list.position;
  list.value = counted(count, 'value');
  list.meaning = `Deltas of ${counted(width, 'bit')} each. The min delta, ${minDelta}, is added to each of them.`;
  const skipped = list.firstWanted(count, width);
  let previous = before + BigInt(skipped) * minDelta + sumBits(bytes, start, width, skipped);
  list.row(count, width, 'miniblock', (index, bit) => {
    const stored = readWideBits(bytes, bit, width);
    const old = BigInt.asIntN(values.bits, previous);
    previous = BigInt.asIntN(values.bits, old + minDelta + stored);
    const name = `${values.name} ${first + index}`;
    const meaning = `${old} + min delta ${minDelta} + ${stored} = ${previous}.`;
    return { name, value: values.text(previous), meaning };
  });
  list.padding(start + count * width, end, 'miniblock', 'Unused bits after the last value, which fill the miniblock.');
}
