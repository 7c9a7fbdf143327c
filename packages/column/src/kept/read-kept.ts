/**
 * Reads the selected values of a page, that is, those whose bit is 1.
 *
 *   bits    0 0 1 1 0 0 1 0 | 0 0 0 0 0 0 0 0 | 1 1 1 1 1 1 1 1
 *   block   decode, keep some | skip            | decode into the target
 *
 * Blocks are decoded by the same kernels as when all values are read. A single call to a decoder takes as long as
 * decoding tens of values, so decoding a whole block is faster than calling the decoder twice, to skip and to read, for
 * each short run of 1 bits.
 */
import { countBits, createSpare, findBit, gatherInto, keepWords, type Spare } from '@marquetry/bit-io';
import {
  type ColumnBuffer,
  type ColumnKernels,
  createColumnBuffer,
  type DirectValues,
  type ValueDecoder,
  type Values,
} from '@marquetry/core';
import type { OpenPiece } from '../open-piece.js';
import { appendIndices } from '../read-ranges.js';
import { keepValues } from './keep-values.js';
import type { SlotBits } from './slot-bits.js';

/** The buffer to which the result is appended. It has values, or indices into `dictionary`. */
type Target = Pick<OpenPiece, 'buffer' | 'dictionary'>;

/** Number of values that are decoded at once, as one block. A block fits in the L1 and L2 caches. */
const blockValues = 4096;
/**
 * Values of up to this many bytes are decoded so quickly that unneeded ones may be decoded, too. Byte arrays are
 * excluded, because they may have any length.
 */
const shortBytes = 16;
/** A block of byte arrays is decoded as a whole if at least one value in this many is selected. */
const denseValues = 4;
/** Number of byte arrays that are decoded at once, as one block. */
const blockByteArrays = 256;

/** Reused memory for blocks of values or indices, and for selected indices. */
const spareBlocks: Spare<Int32Array<ArrayBuffer>> = /* @__PURE__ */ createSpare(Int32Array);
const spareIndices: Spare<Int32Array<ArrayBuffer>> = /* @__PURE__ */ createSpare(Int32Array);

/**
 * Reads the next `values.count` values, and appends those whose bit is 1. `source` is the dictionary of the page, if it
 * uses one.
 */
export function readKept(
  target: Target,
  source: DirectValues | undefined,
  decoder: ValueDecoder,
  values: SlotBits,
  kernels: ColumnKernels,
): void {
  const { buffer, dictionary } = target;
  if (values.kept === 0) decoder.skip(values.count);
  else if (source !== undefined && decoder.readIndices !== undefined) {
    readIndices(target, source, decoder as IndexDecoder, values, kernels);
  } else if (dictionary !== undefined) readIndicesOf(target, decoder, values);
  else if (decoder.readKept !== undefined) decoder.readKept(buffer, values.bits, values.first, values.count);
  else if (buffer.layout === 'bytes' || (buffer.layout === 'fixed' && buffer.width > shortBytes)) {
    readLong(buffer, decoder, values, kernels);
  } else {
    // Decoders of dictionary indices use the scratch memory themselves.
    readBlocks(buffer, decoder, values, source === undefined ? kernels.scratch : undefined);
  }
}

/** Calls `read` for each block of values in which at least one is selected, and skips the other blocks. */
function eachBlock(decoder: ValueDecoder, slots: SlotBits, size: number, read: (block: SlotBits) => void): void {
  const { bits, first, count } = slots;
  if (count <= size) {
    read(slots);
    return;
  }
  let skipped = 0;
  for (let start = 0; start < count; start += size) {
    const n = Math.min(size, count - start);
    const kept = countBits(bits, first + start, first + start + n);
    if (kept === 0) {
      skipped += n;
      continue;
    }
    if (skipped > 0) decoder.skip(skipped);
    skipped = 0;
    read({ bits, first: first + start, count: n, kept });
  }
  if (skipped > 0) decoder.skip(skipped);
}

function readBlocks(
  buffer: ColumnBuffer,
  decoder: ValueDecoder,
  values: SlotBits,
  scratch: ColumnKernels['scratch'],
): void {
  const size = Math.min(blockValues, values.count);
  const width = buffer.layout === 'fixed' ? buffer.width : 1;
  // WebAssembly kernels have scratch memory, into which they can decode without copying the result.
  const lent = scratch?.(size * width + workSlack);
  const spare = lent === undefined ? spareBlocks.take((size * width + workSlack) >> 2) : undefined;
  const memory = lent ?? new Uint8Array((spare as Int32Array).buffer);
  // Bits can be appended only to zeroed memory.
  if (buffer.layout === 'bits') memory.fill(0);
  const work = createColumnBuffer(
    { type: buffer.type, width: buffer.width },
    { capacity: size, allocate: () => memory },
  );
  eachBlock(decoder, values, size, (block) => {
    if (block.kept === block.count) {
      decoder.readInto(buffer, block.count);
      return;
    }
    work.clear();
    decoder.readInto(work, block.count);
    keepValues(buffer, work.values, 0, block);
  });
  if (spare !== undefined) spareBlocks.give(spare);
}

/**
 * Number of spare bytes at the end of a buffer, for the bytes that kernels may write after the last entry and for
 * rounding up to whole words.
 */
const workSlack = 64;

type IndexDecoder = ValueDecoder & Required<Pick<ValueDecoder, 'readIndices'>>;

function readIndices(
  { buffer, dictionary }: Target,
  source: DirectValues,
  decoder: IndexDecoder,
  values: SlotBits,
  kernels: ColumnKernels,
): void {
  const size = Math.min(blockValues, values.count);
  // WebAssembly kernels have scratch memory, and can check indices in this memory without copying them.
  const lent = kernels.scratch?.(4 * size);
  const block =
    lent === undefined ? spareBlocks.take(size) : new Int32Array(lent.buffer as ArrayBuffer, lent.byteOffset, size);
  const isIndices = dictionary !== undefined && buffer.layout === 'fixed';
  const kept = isIndices ? undefined : spareIndices.take(values.kept);
  let length = 0;
  if (isIndices) buffer.reserve(values.kept);
  eachBlock(decoder, values, size, ({ bits, first, count, kept: ones }) => {
    decoder.readIndices(block, 0, count);
    if (isIndices) {
      keepWords(block, 1, 0, bits, first, count, buffer.words, buffer.length);
      buffer.length += ones;
    } else if (kept !== undefined) {
      length = keepWords(block, 1, 0, bits, first, count, kept, length);
    }
  });
  if (kept !== undefined) {
    gatherInto(buffer, source, kept, 0, length, kernels);
    spareIndices.give(kept);
  }
  if (lent === undefined) spareBlocks.give(block);
}

/** Reads indices with a decoder that does not have the optional `readIndices`. */
function readIndicesOf({ buffer }: Target, decoder: ValueDecoder, { bits, first, count, kept }: SlotBits): void {
  if (buffer.layout !== 'fixed') return;
  const start = buffer.length;
  appendIndices(buffer, decoder, count);
  keepWords(buffer.words.slice(start, start + count), 1, 0, bits, first, count, buffer.words, start);
  buffer.length = start + kept;
}

/** Reads values that may be long, and decodes as few unneeded values as possible. */
function readLong(buffer: ColumnBuffer, decoder: ValueDecoder, values: SlotBits, kernels: ColumnKernels): void {
  eachBlock(decoder, values, blockByteArrays, (block) => {
    const { bits, first, count, kept } = block;
    if (kept < count && denseValues * kept >= count) {
      keepRead(buffer, decoder.read(count), block, kernels);
      return;
    }
    const end = first + count;
    for (let at = first; at < end; ) {
      const start = findBit(bits, at, end, 1);
      const stop = findBit(bits, start, end, 0);
      if (start > at) decoder.skip(start - at);
      if (stop > start) decoder.readInto(buffer, stop - start);
      at = stop;
    }
  });
}

function keepRead(buffer: ColumnBuffer, values: Values, block: SlotBits, kernels: ColumnKernels): void {
  if (values.layout !== 'dictionary') {
    keepValues(buffer, values, 0, block);
    return;
  }
  const { bits, first, count, kept } = block;
  const indices = new Int32Array(kept);
  keepWords(values.indices, 1, 0, bits, first, count, indices, 0);
  gatherInto(buffer, values.dictionary, indices, 0, kept, kernels);
}
