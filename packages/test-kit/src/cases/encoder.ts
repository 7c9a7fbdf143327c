/** Conformance cases for encoders, apart from round trips. */
import {
  type DirectValues,
  type EncoderOptions,
  type Encoding,
  PhysicalType,
  type ValueEncoder,
} from '@marquetry/core';
import { sameValues } from '../compare.js';
import type { ConformanceCase } from '../conformance-case.js';
import type { SamplePage } from '../sample-pages.js';
import { expectCode } from './arguments.js';
import { limits, openPage } from './open.js';

export function encoderCases(encoding: Encoding, page: SamplePage, options?: EncoderOptions): ConformanceCase[] {
  if (encoding.encoder === undefined) return [];
  const { column, values } = page;
  const create = (): ValueEncoder => {
    const encoder = encoding.encoder?.(column, options);
    if (encoder === undefined) throw new Error('encoder() returned undefined');
    return encoder;
  };
  return [
    {
      name: 'several writes yield the same values as one write, and byteLength is an upper bound',
      run: () => {
        for (const size of [1, 5, 32, 129]) {
          const encoder = create();
          for (let at = 0; at < values.length; at += size)
            encoder.write(values, at, Math.min(at + size, values.length));
          encoder.write(values, 0, 0);
          const bound = encoder.byteLength;
          const bytes = encoder.finish();
          if (bytes.length > bound)
            throw new Error(`byteLength was ${bound}, but finish returned ${bytes.length} bytes`);
          sameValues(openPage(encoding, page, bytes, limits).read(values.length), values);
        }
      },
    },
    {
      name: 'values of another type, and ranges beyond the values, throw INVALID_ARGUMENT',
      run: () => {
        const { length } = values;
        for (const [from, to] of [
          [0, length + 1],
          [-1, 0],
          [1, 0],
          [0, 0.5],
        ] as const) {
          expectCode('INVALID_ARGUMENT', `write(values, ${from}, ${to})`, () => create().write(values, from, to));
        }
        const other: DirectValues =
          column.type === PhysicalType.BOOLEAN
            ? { layout: 'fixed', type: PhysicalType.INT32, length: 1, width: 4, data: new Int32Array(1) }
            : { layout: 'bits', type: PhysicalType.BOOLEAN, length: 1, data: new Uint8Array(1) };
        expectCode('INVALID_ARGUMENT', 'writing values of another type', () => create().write(other, 0, 1));
      },
    },
  ];
}
