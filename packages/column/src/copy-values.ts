/** Copies values in steps of about a millisecond. */
import { copyBits } from '@marquetry/bit-io';
import { bytesOf, fixedValues, type Steps, type Values } from '@marquetry/core';
import { stepEntries } from './stretches.js';

/** Copies `values[from, to)`. If the values have a dictionary, the copy shares that dictionary. */
export function* copySliceInSteps(values: Values, from: number, to: number): Steps<Values> {
  const length = to - from;
  switch (values.layout) {
    case 'dictionary': {
      const bytes = yield* copyBytesInSteps(bytesOf(values.indices.subarray(from, to)));
      return { ...values, length, indices: new Int32Array(bytes.buffer, 0, length) };
    }
    case 'bits': {
      const data = new Uint8Array(Math.ceil(length / 8));
      copyBits(values.data, from, data, 0, length);
      return { ...values, length, data };
    }
    case 'fixed': {
      const { width } = values;
      const bytes = yield* copyBytesInSteps(bytesOf(values.data).subarray(from * width, to * width));
      return fixedValues(values, bytes, 0, length);
    }
    case 'bytes': {
      const start = values.offsets[from] as number;
      const offsets = new Int32Array(length + 1);
      for (let at = 0; at <= length; ) {
        const end = Math.min(length + 1, at + stepEntries);
        for (let i = at; i < end; i++) offsets[i] = (values.offsets[from + i] as number) - start;
        if (end <= length) yield;
        at = end;
      }
      const data = yield* copyBytesInSteps(values.data.subarray(start, values.offsets[to]));
      return { ...values, length, offsets, data };
    }
  }
}

/** Number of bytes to copy in one step of about a millisecond. */
const stepBytes = 2 ** 22;

/** Copies bytes to new memory, 4 MiB per step. */
export function* copyBytesInSteps(bytes: Uint8Array): Steps<Uint8Array<ArrayBuffer>> {
  if (bytes.length <= stepBytes) return new Uint8Array(bytes);
  const copy = new Uint8Array(bytes.length);
  for (let from = 0; from < bytes.length; from += stepBytes) {
    copy.set(bytes.subarray(from, Math.min(bytes.length, from + stepBytes)), from);
    yield;
  }
  return copy;
}
