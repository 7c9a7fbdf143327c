/** Conformance cases that pass invalid arguments to an encoding. */
import { createColumnBuffer, type Encoding, type ErrorCode, isParquetError, PhysicalType } from '@marquetry/core';
import type { ConformanceCase } from '../conformance-case.js';
import type { SamplePage } from '../sample-pages.js';
import { limits, openPage } from './open.js';

/** Throws unless `run` throws a ParquetError with the given code. */
export function expectCode(code: ErrorCode, what: string, run: () => unknown): void {
  try {
    run();
  } catch (error) {
    if (isParquetError(error) && error.code === code) return;
    throw new Error(`${what} must throw ${code}, but threw ${error}`, { cause: error });
  }
  throw new Error(`${what} must throw ${code}, but did not throw`);
}

export function argumentCases(encoding: Encoding, page: SamplePage): ConformanceCase[] {
  const { column, values, bytes } = page;
  const wrong = [values.length + 1, -1, 0.5, Number.NaN];
  return [
    {
      name: 'counts out of range throw INVALID_ARGUMENT and leave the decoder usable',
      run: () => {
        const decoder = openPage(encoding, page, bytes, limits);
        const target = createColumnBuffer(column);
        for (const count of wrong) {
          expectCode('INVALID_ARGUMENT', `read(${count})`, () => decoder.read(count));
          expectCode('INVALID_ARGUMENT', `readInto(target, ${count})`, () => decoder.readInto(target, count));
          expectCode('INVALID_ARGUMENT', `skip(${count})`, () => decoder.skip(count));
          if (decoder.readKept !== undefined) {
            const bits = new Uint8Array(8);
            const target = createColumnBuffer(column, { limits });
            expectCode('INVALID_ARGUMENT', `readKept of ${count}`, () => decoder.readKept?.(target, bits, 0, count));
          }
        }
        decoder.skip(values.length);
        expectCode('INVALID_ARGUMENT', 'read(1) after the last value', () => decoder.read(1));
        if (target.length !== 0) throw new Error('readInto appended values although it threw an error');
      },
    },
    {
      name: 'a buffer of another type throws INVALID_ARGUMENT',
      run: () => {
        const others = [
          { type: PhysicalType.INT96, width: 12 },
          { type: PhysicalType.FIXED_LEN_BYTE_ARRAY, width: 3 },
          { type: PhysicalType.BOOLEAN, width: 0 },
        ].filter(({ type, width }) => type !== column.type || width !== column.width);
        for (const other of others) {
          const decoder = openPage(encoding, page, bytes, limits);
          const target = createColumnBuffer(other);
          expectCode('INVALID_ARGUMENT', 'readInto', () => decoder.readInto(target, values.length));
        }
      },
    },
  ];
}
