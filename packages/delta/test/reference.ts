/**
 * A simple, slow implementation of delta streams. Tests compare the real implementation with it. It reads and writes
 * bit by bit, and computes with BigInt.
 */
export interface ReferenceBlock {
  readonly minDelta: bigint;
  /**
   * The miniblocks of a block. Each has a width and the deltas to pack, from which the min delta has been subtracted. A
   * miniblock without values has no body.
   */
  readonly miniblocks: readonly { readonly width: number; readonly packed: readonly bigint[] }[];
}

function varint(value: bigint): number[] {
  const bytes: number[] = [];
  let rest = value;
  for (; rest > 0x7fn; rest >>= 7n) bytes.push(Number(rest & 0x7fn) | 0x80);
  return [...bytes, Number(rest)];
}

function zigzag(value: bigint): number[] {
  return varint(BigInt.asUintN(64, (value << 1n) ^ (value >> 63n)));
}

/** Packs integers, the least significant bit first. The bits after the last integer are set to `padding`. */
function packBits(values: readonly bigint[], width: number, size: number, padding: 0 | 1): number[] {
  const bits: number[] = [];
  for (const value of values) for (let k = 0; k < width; k++) bits.push(Number((value >> BigInt(k)) & 1n));
  while (bits.length < width * size) bits.push(padding);
  return Array.from({ length: bits.length / 8 }, (_, i) =>
    bits.slice(8 * i, 8 * i + 8).reduce((byte, bit, k) => byte | (bit << k), 0),
  );
}

export function writeStream(
  count: number,
  first: bigint,
  blocks: readonly ReferenceBlock[],
  shape: { readonly blockSize: number; readonly miniblocks: number; readonly padding?: 0 | 1 },
): Uint8Array {
  const { blockSize, miniblocks, padding = 0 } = shape;
  const bytes = [
    ...varint(BigInt(blockSize)),
    ...varint(BigInt(miniblocks)),
    ...varint(BigInt(count)),
    ...zigzag(first),
  ];
  for (const block of blocks) {
    bytes.push(...zigzag(block.minDelta), ...block.miniblocks.map(({ width }) => width));
    for (const { width, packed } of block.miniblocks) {
      if (packed.length > 0) bytes.push(...packBits(packed, width, blockSize / miniblocks, padding));
    }
  }
  return Uint8Array.from(bytes);
}

/**
 * Encodes `values` of `bits` bits each as the specification describes: with the smallest delta as min delta, and the
 * smallest possible widths.
 */
export function encodeStream(
  values: readonly bigint[],
  bits: 32 | 64,
  shape: { readonly blockSize: number; readonly miniblocks: number },
): Uint8Array {
  const { blockSize, miniblocks } = shape;
  const size = blockSize / miniblocks;
  const deltas = values.slice(1).map((value, i) => BigInt.asIntN(bits, value - values[i]!));
  const blocks: ReferenceBlock[] = [];
  for (let from = 0; from < deltas.length; from += blockSize) {
    const block = deltas.slice(from, from + blockSize);
    const minDelta = block.reduce((least, delta) => (delta < least ? delta : least));
    const rests = block.map((delta) => BigInt.asUintN(bits, delta - minDelta));
    const parts = Array.from({ length: miniblocks }, (_, m) => rests.slice(m * size, (m + 1) * size));
    const widthOf = (packed: readonly bigint[]): number =>
      Math.max(0, ...packed.map((rest) => rest.toString(2).length));
    blocks.push({
      minDelta,
      miniblocks: parts.map((packed) => ({ width: packed.every((rest) => rest === 0n) ? 0 : widthOf(packed), packed })),
    });
  }
  return writeStream(values.length, values[0] ?? 0n, blocks, shape);
}

/** Returns the values that the given blocks contain, modulo 2^bits. */
export function valuesOf(first: bigint, blocks: readonly ReferenceBlock[], bits: 32 | 64): bigint[] {
  const values = [BigInt.asIntN(bits, first)];
  let value = first;
  for (const block of blocks) {
    for (const delta of block.miniblocks.flatMap(({ packed }) => packed)) {
      value = BigInt.asIntN(bits, value + block.minDelta + delta);
      values.push(value);
    }
  }
  return values;
}
