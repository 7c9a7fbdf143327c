import { copyValues, fixedValues, PhysicalType } from '@marquetry/core';
import { expect, test } from 'vitest';

/**
 * Returns a Node Buffer that is a view of a larger pool. Its method `slice` shares memory, unlike that of a Uint8Array.
 */
function pooled(bytes: readonly number[]): Uint8Array {
  return Buffer.from([0xee, ...bytes, 0xee]).subarray(1, 1 + bytes.length);
}

test('fixedValues reads a misaligned Node Buffer from its own position, not from the start of its pool', () => {
  const bytes = pooled([9, 1, 0, 0, 0, 2, 0, 0, 0]);
  for (let position = 0; position < 2; position++) {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const values = fixedValues({ type: PhysicalType.INT32, width: 4 }, bytes, position, 2);
    expect([...(values.data as Int32Array)]).toEqual([
      view.getInt32(position, true),
      view.getInt32(position + 4, true),
    ]);
  }
});

test('copyValues copies the values of a Node Buffer, whose `slice` shares memory', () => {
  const bits = { layout: 'bits', type: PhysicalType.BOOLEAN, length: 8, data: pooled([0b101]) } as const;
  const copy = copyValues(bits);
  bits.data[0] = 0;
  expect(copy).toMatchObject({ layout: 'bits', data: Uint8Array.of(0b101) });
  const offsets = Int32Array.of(0, 2);
  const strings = { layout: 'bytes', type: PhysicalType.BYTE_ARRAY, length: 1, offsets, data: pooled([7, 8]) } as const;
  const kept = copyValues(strings);
  strings.data.fill(0);
  expect(kept).toMatchObject({ layout: 'bytes', data: Uint8Array.of(7, 8) });
});
