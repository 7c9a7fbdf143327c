/** Checks comparisons by kernels against JavaScript's operators. */
import { javascriptKernels } from '@marquetry/bit-io';
import { expect, test } from 'vitest';
import { formOf, type NumberType, type Operator, testForm } from '../src/evaluate/number-forms.js';

const operators: Readonly<Record<Operator, (a: number | bigint, b: number | bigint) => boolean>> = {
  '=': (a, b) => a === b,
  '!=': (a, b) => a !== b,
  '<': (a, b) => a < b,
  '<=': (a, b) => a <= b,
  '>': (a, b) => a > b,
  '>=': (a, b) => a >= b,
};

const floats = [0, -0, 1, -1, 1.5, 5e-324, -5e-324, 2 ** -149, -(2 ** -149), Number.MAX_VALUE, -Number.MAX_VALUE];
const special = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, Number.NaN];
const arrays: Readonly<Record<NumberType, ArrayLike<number | bigint> & ArrayBufferView>> = {
  int32: Int32Array.of(0, 1, -1, 7, 2 ** 31 - 1, -(2 ** 31), 2 ** 31 - 2, 1 - 2 ** 31),
  uint32: Uint32Array.of(0, 1, 7, 2 ** 31 - 1, 2 ** 31, 2 ** 32 - 1, 2 ** 32 - 2),
  int64: BigInt64Array.of(0n, 1n, -1n, 2n ** 32n, -(2n ** 32n), 2n ** 63n - 1n, -(2n ** 63n), 1n - 2n ** 63n),
  uint64: BigUint64Array.of(0n, 1n, 2n ** 32n, 2n ** 63n - 1n, 2n ** 63n, 2n ** 64n - 1n, 2n ** 64n - 2n),
  float: Float32Array.from([...floats, ...special]),
  double: Float64Array.from([...floats, ...special]),
};

test.each(Object.keys(arrays) as NumberType[])('comparisons of %s have the results of the operators', (type) => {
  const values = arrays[type];
  const words = new Int32Array(values.buffer, 0, values.byteLength >> 2);
  const count = values.length;
  for (const operator of Object.keys(operators) as Operator[]) {
    for (let c = 0; c < count; c++) {
      const constant = values[c] as number | bigint;
      const bits = new Uint8Array(8).fill(0xff);
      testForm(formOf(type, operator, constant), words, count, bits, javascriptKernels);
      let expected = 0;
      for (let i = 0; i < count; i++) {
        expected |= Number(operators[operator](values[i] as number | bigint, constant)) << i;
      }
      const found = (bits[0] as number) | (count > 8 ? (bits[1] as number) << 8 : 0);
      expect(`${operator} ${constant}: ${found.toString(2)}`).toBe(`${operator} ${constant}: ${expected.toString(2)}`);
      expect(bits[7]).toBe(0xff);
    }
  }
});
