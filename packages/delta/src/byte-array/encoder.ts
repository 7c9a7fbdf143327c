/** Encodes DELTA_BYTE_ARRAY values: writes prefix lengths, suffix lengths and suffixes. */
import { createGrowingBytes } from '@marquetry/bit-io';
import {
  bytesOf,
  type ColumnType,
  type Kernels,
  PhysicalType,
  requireValues,
  type ValueEncoder,
} from '@marquetry/core';
import { blockShape, type DeltaOptions } from '../binary-packed/options.js';
import { createStreamWriter } from '../binary-packed/stream-writer.js';
import { createPreviousValue } from './previous-value.js';

export function encodeByteArray(column: ColumnType, kernels: Kernels, options?: DeltaOptions): ValueEncoder {
  const shape = blockShape(options);
  const prefixStream = createStreamWriter(1, shape, kernels);
  const suffixStream = createStreamWriter(1, shape, kernels);
  const suffixes = createGrowingBytes();
  const last = createPreviousValue();

  /** Appends the byte arrays `[from, to)` of `source` to the page. Array `i` is `source[ends[i], ends[i + 1])`. */
  function add(source: Uint8Array, ends: Int32Array, from: number, to: number): void {
    if (from === to) return;
    const prefixes = new Int32Array(to - from);
    const suffixLengths = new Int32Array(to - from);
    const target = suffixes.reserve((ends[to] as number) - (ends[from] as number));
    let before = last.bytes;
    let beforeStart = 0;
    let beforeEnd = before.length;
    let at = suffixes.length;
    for (let i = from; i < to; i++) {
      const start = ends[i] as number;
      const end = ends[i + 1] as number;
      const most = Math.min(end - start, beforeEnd - beforeStart);
      let prefix = 0;
      while (prefix < most && source[start + prefix] === before[beforeStart + prefix]) prefix++;
      prefixes[i - from] = prefix;
      suffixLengths[i - from] = end - start - prefix;
      for (let k = start + prefix; k < end; k++) target[at++] = source[k] as number;
      before = source;
      beforeStart = start;
      beforeEnd = end;
    }
    suffixes.length = at;
    prefixStream.write(prefixes, 0, prefixes.length);
    suffixStream.write(suffixLengths, 0, suffixLengths.length);
    last.replace(source.subarray(beforeStart, beforeEnd));
  }

  return {
    get byteLength(): number {
      return prefixStream.byteLength + suffixStream.byteLength + suffixes.length;
    },
    write(values, from, to): void {
      if (column.type === PhysicalType.BYTE_ARRAY) {
        const { data, offsets } = requireValues(values, 'bytes', column, from, to);
        add(data, offsets, from, to);
      } else {
        const { data, width } = requireValues(values, 'fixed', column, from, to);
        const ends = new Int32Array(to - from + 1);
        for (let i = 0; i <= to - from; i++) ends[i] = (from + i) * width;
        add(bytesOf(data), ends, 0, to - from);
      }
    },
    finish(): Uint8Array {
      const prefixBytes = prefixStream.finish();
      const suffixBytes = suffixStream.finish();
      const start = prefixBytes.length + suffixBytes.length;
      const bytes = new Uint8Array(start + suffixes.length);
      bytes.set(prefixBytes);
      bytes.set(suffixBytes, prefixBytes.length);
      bytes.set(suffixes.reserve(0).subarray(0, suffixes.length), start);
      suffixes.release();
      return bytes;
    },
  };
}
