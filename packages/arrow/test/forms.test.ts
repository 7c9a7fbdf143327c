/** Tests the Arrow type and the converted values of every logical type, and values that cannot be converted. */
import { type DirectValues, PhysicalType } from '@marquetry/core';
import { type ColumnDefinition, createSchema, defineSchema, fieldsOf } from '@marquetry/schema';
import { thrownBy } from '@marquetry/test-support/errors.js';
import type { Data } from 'apache-arrow';
import { describe, expect, test } from 'vitest';
import { arrowField, arrowType, arrowVector } from '../src/index.js';
import { bitmapOf, bytesValues, fixedBytes, int32Values, int64Values, leafColumn, leafFieldOf } from './columns.js';

type TypeCase = readonly [definition: ColumnDefinition, type: string, metadata?: Readonly<Record<string, string>>];

describe('arrowType', () => {
  const types: readonly TypeCase[] = [
    [{ type: 'BOOLEAN' }, 'Bool'],
    [{ type: 'INT32' }, 'Int32'],
    [{ type: 'INT64' }, 'Int64'],
    [{ type: 'INT96' }, 'Timestamp<NANOSECOND>'],
    [{ type: 'FLOAT' }, 'Float32'],
    [{ type: 'DOUBLE' }, 'Float64'],
    [{ type: 'BYTE_ARRAY' }, 'Binary'],
    [{ type: 'FIXED_LEN_BYTE_ARRAY', typeLength: 5 }, 'FixedSizeBinary[5]'],
    [{ type: 'STRING' }, 'Utf8'],
    [{ type: 'ENUM' }, 'Utf8', { 'PARQUET:logical_type': 'ENUM' }],
    [{ type: 'JSON' }, 'Utf8', { 'ARROW:extension:name': 'arrow.json', 'ARROW:extension:metadata': '' }],
    [{ type: 'BSON' }, 'Binary', { 'PARQUET:logical_type': 'BSON' }],
    [{ type: 'UUID' }, 'FixedSizeBinary[16]', { 'ARROW:extension:name': 'arrow.uuid', 'ARROW:extension:metadata': '' }],
    [{ type: 'INT8' }, 'Int8'],
    [{ type: 'INT16' }, 'Int16'],
    [{ type: 'UINT8' }, 'Uint8'],
    [{ type: 'UINT16' }, 'Uint16'],
    [{ type: 'UINT32' }, 'Uint32'],
    [{ type: 'UINT64' }, 'Uint64'],
    [{ type: 'FLOAT16' }, 'Float16'],
    [{ type: 'DATE' }, 'Date32<DAY>'],
    [{ type: 'TIME', unit: 'MILLIS' }, 'Time32<MILLISECOND>', { adjusted_to_utc: 'true' }],
    [{ type: 'TIME', unit: 'MICROS', isAdjustedToUTC: false }, 'Time64<MICROSECOND>'],
    [{ type: 'TIME', unit: 'NANOS', isAdjustedToUTC: false }, 'Time64<NANOSECOND>'],
    [{ type: 'TIMESTAMP', unit: 'MILLIS' }, 'Timestamp<MILLISECOND, UTC>'],
    [{ type: 'TIMESTAMP', unit: 'MICROS', isAdjustedToUTC: false }, 'Timestamp<MICROSECOND>'],
    [{ type: 'TIMESTAMP', unit: 'NANOS' }, 'Timestamp<NANOSECOND, UTC>'],
    [{ type: 'INTERVAL' }, 'Interval<MONTH_DAY_NANO>'],
    [{ type: 'UNKNOWN' }, 'Null'],
    [{ type: 'DECIMAL', precision: 9, scale: 2 }, 'Decimal[9e+2]'],
    [{ type: 'DECIMAL', precision: 38, scale: 2 }, 'Decimal[38e+2]'],
    [{ type: 'DECIMAL', precision: 39, scale: 2 }, 'Decimal[39e+2]'],
    [
      { type: 'GEOMETRY' },
      'Binary',
      {
        'ARROW:extension:name': 'geoarrow.wkb',
        'ARROW:extension:metadata': '{"crs":"OGC:CRS84","crs_type":"authority_code"}',
      },
    ],
    [
      { type: 'GEOMETRY', crs: '{"type":"ProjectedCRS"}' },
      'Binary',
      {
        'ARROW:extension:name': 'geoarrow.wkb',
        'ARROW:extension:metadata': '{"crs":{"type":"ProjectedCRS"},"crs_type":"projjson"}',
      },
    ],
    [
      { type: 'GEOGRAPHY', crs: 'srid:5070', algorithm: 4 },
      'Binary',
      {
        'ARROW:extension:name': 'geoarrow.wkb',
        'ARROW:extension:metadata': '{"crs":"5070","crs_type":"srid","edges":"karney"}',
      },
    ],
  ];
  for (const [definition, type, metadata = {}] of types) {
    test(JSON.stringify(definition), () => {
      const field = arrowField(leafFieldOf({ ...definition, fieldId: 7 }));
      expect(String(field.type)).toBe(type);
      expect(field.nullable).toBe(false);
      expect(Object.fromEntries(field.metadata)).toEqual({ ...metadata, 'PARQUET:field_id': '7' });
      expect(arrowField(leafFieldOf({ ...definition, optional: true })).nullable).toBe(true);
    });
  }

  test('arrowType returns the types of nested fields', () => {
    const fields = fieldsOf(
      defineSchema({
        list: { list: { type: 'INT32', optional: true }, optional: true, fieldId: 1 },
        map: { map: ['STRING', { fields: { x: 'DOUBLE' }, optional: true }] },
        repeated: { type: 'INT32', repeated: true, fieldId: 2 },
        variant: { type: 'VARIANT' },
      }),
    ).map((field) => arrowField(field));
    expect(fields.map(({ type }) => String(type))).toEqual([
      'List<Int32>',
      'Map<{key:Utf8, value:Struct<{x:Float64}>}>',
      'List<Int32>',
      'Struct<{metadata:Binary, value:Binary}>',
    ]);
    expect(fields.map(({ nullable }) => nullable)).toEqual([true, false, false, false]);
    expect(fields.map(({ type }) => type.children[0]?.nullable)).toEqual([true, false, false, false]);
    expect(fields.map(({ metadata }) => metadata.get('PARQUET:field_id'))).toEqual(['1', undefined, '2', undefined]);
    expect(fields[2]?.type.children[0]?.metadata.size).toBe(0);
    expect(fields[3]?.metadata.get('ARROW:extension:name')).toBe('arrow.parquet.variant');
  });

  test('with the `physical` option, arrowType returns the type of the stored values', () => {
    const physical = (): boolean => true;
    const type = (definition: ColumnDefinition): string => String(arrowType(leafFieldOf(definition), { physical }));
    expect(type({ type: 'INT96' })).toBe('FixedSizeBinary[12]');
    expect(type({ type: 'INTERVAL' })).toBe('FixedSizeBinary[12]');
    expect(type({ type: 'STRING' })).toBe('Binary');
    expect(type({ type: 'DECIMAL', precision: 100, physicalType: 'BYTE_ARRAY' })).toBe('Binary');
    expect(type({ type: 'TIMESTAMP' })).toBe('Int64');
  });

  test('arrowType ignores unknown units and annotations', () => {
    const elements = [
      { name: 'root', numChildren: 2 },
      {
        name: 'a',
        type: PhysicalType.INT64,
        repetitionType: 0,
        logicalType: { kind: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'unknown' },
      },
      { name: 'b', type: PhysicalType.BYTE_ARRAY, repetitionType: 0, logicalType: { kind: 'unknown', id: 99 } },
    ] as unknown as Parameters<typeof createSchema>[0];
    expect(fieldsOf(createSchema(elements)).map((field) => String(arrowType(field)))).toEqual(['Int64', 'Binary']);
  });

  test('arrowType throws UNSUPPORTED for decimals of more than 76 digits', () => {
    const error = thrownBy(() =>
      arrowType(leafFieldOf({ type: 'DECIMAL', precision: 77, physicalType: 'BYTE_ARRAY' })),
    );
    expect([error.code, error.at.column]).toEqual(['UNSUPPORTED', 'c']);
    expect(error.reason).toContain('the column has 77');
  });
});

describe('arrowVector', () => {
  test('arrowVector converts 8- and 16-bit integers', () => {
    const column = (type: 'INT8' | 'INT16' | 'UINT8' | 'UINT16', ...numbers: number[]): unknown =>
      arrowVector(leafColumn({ type }, int32Values(...numbers))).data[0]?.values;
    expect(column('INT8', -128, 127)).toEqual(Int8Array.of(-128, 127));
    expect(column('INT16', -32768, 32767)).toEqual(Int16Array.of(-32768, 32767));
    expect(column('UINT8', 0, 255)).toEqual(Uint8Array.of(0, 255));
    expect(column('UINT16', 0, 65535)).toEqual(Uint16Array.of(0, 65535));
    const error = thrownBy(() => column('INT8', 1, 128));
    expect([error.code, error.reason, error.at.column]).toEqual([
      'CORRUPT',
      'row 1: the value 128 is out of range for Int8',
      'c',
    ]);
  });

  const decimal = (definition: Partial<ColumnDefinition>, values: DirectValues): string[] => {
    const vector = arrowVector(
      leafColumn({ type: 'DECIMAL', precision: 38, ...definition } as ColumnDefinition, values),
    );
    // The words of the values are compared, because apache-arrow formats 256-bit decimals incorrectly.
    const [{ values: words, stride }] = vector.data as [Data];
    const integer = (i: number): bigint =>
      [...words.subarray(i * stride, (i + 1) * stride)].reduceRight((sum, word) => (sum << 32n) | BigInt(word), 0n);
    return Array.from({ length: vector.length }, (_, i) => String(BigInt.asIntN(32 * stride, integer(i))));
  };
  test('arrowVector converts decimals of all four physical types', () => {
    expect(decimal({ precision: 9 }, int32Values(-1, 0, 2147483647))).toEqual(['-1', '0', '2147483647']);
    expect(decimal({ precision: 18 }, int64Values(-(2n ** 63n), 2n ** 63n - 1n))).toEqual([
      '-9223372036854775808',
      '9223372036854775807',
    ]);
    const fixed = { type: PhysicalType.FIXED_LEN_BYTE_ARRAY, width: 3 };
    const three = { precision: 6, physicalType: 'FIXED_LEN_BYTE_ARRAY', typeLength: 3 } as const;
    expect(decimal(three, fixedBytes(fixed, 'ffffff', '800000', '010203'))).toEqual(['-1', '-8388608', '66051']);
    const array = { physicalType: 'BYTE_ARRAY' } as const;
    // The first value has more than 16 bytes, but the extra bytes only repeat the sign. The second is empty, which
    // means 0.
    expect(decimal(array, bytesValues(`ff${'ff'.repeat(15)}fe`, '', '7f', `0000${'7f'.repeat(16)}`))).toEqual([
      '-2',
      '0',
      '127',
      String(BigInt(`0x${'7f'.repeat(16)}`)),
    ]);
    expect(decimal({ ...array, precision: 70 }, bytesValues(`80${'00'.repeat(31)}`, '05'))).toEqual([
      String(-(2n ** 255n)),
      '5',
    ]);
  });

  test('arrowVector throws CORRUPT for decimals that exceed the precision of their column', () => {
    const wide = bytesValues('01', `00${'ff'.repeat(16)}`);
    const error = thrownBy(() => decimal({ physicalType: 'BYTE_ARRAY' }, wide));
    expect([error.code, error.at.column]).toEqual(['CORRUPT', 'c']);
    expect(error.reason).toBe('row 1: the decimal has 17 bytes, more than its precision allows');
  });

  /** Returns the INT96 value of a time: days since 1970, and nanoseconds since midnight. */
  const int96Of = (days: number, nanos: bigint): string => {
    const view = new DataView(new ArrayBuffer(12));
    view.setBigInt64(0, nanos, true);
    view.setInt32(8, days + 2_440_588, true);
    return Array.from(new Uint8Array(view.buffer), (byte) => byte.toString(16).padStart(2, '0')).join('');
  };
  const dayNanos = 86_400_000_000_000n;

  test('arrowVector converts INT96 to timestamps in nanoseconds', () => {
    const int96 = { type: PhysicalType.INT96, width: 12 };
    const largest = 2n ** 63n - 1n;
    const smallest = -(2n ** 63n);
    const cases: readonly (readonly [days: number, nanos: bigint])[] = [
      [0, 0n],
      [-1, dayNanos - 1n],
      [20_000, 12_345_678_901_234n],
      [Number(largest / dayNanos), largest % dayNanos],
      [Number(smallest / dayNanos) - 1, (smallest % dayNanos) + dayNanos],
      // These times of day are longer than 24 hours or negative.
      [1, 3n * dayNanos],
      [1, -1n],
    ];
    const values = fixedBytes(int96, ...cases.map(([days, nanos]) => int96Of(days, nanos)));
    const [data] = arrowVector(leafColumn({ type: 'INT96' }, values)).data as [Data];
    expect([...data.values]).toEqual([
      0n,
      -1n,
      20_000n * dayNanos + 12_345_678_901_234n,
      largest,
      smallest,
      4n * dayNanos,
      dayNanos - 1n,
    ]);
    for (const [days, nanos] of [
      [Number(largest / dayNanos), (largest % dayNanos) + 1n],
      [Number(smallest / dayNanos) - 1, (smallest % dayNanos) + dayNanos - 1n],
    ] as const) {
      const beyond = leafColumn({ type: 'INT96' }, fixedBytes(int96, int96Of(days, nanos)));
      expect(thrownBy(() => arrowVector(beyond)).code).toBe('LIMIT');
    }
  });

  test('arrowVector throws LIMIT and names the row for an INT96 timestamp that exceeds 64 bits in nanoseconds, unless the entry is null', () => {
    const int96 = { type: PhysicalType.INT96, width: 12 };
    const zero = '00'.repeat(12);
    const values = fixedBytes(int96, zero, `0000000000000000${'8c3d2500'}`);
    const column = leafColumn({ type: 'INT96', optional: true }, values, bitmapOf('01'));
    expect([...arrowVector(column)]).toEqual([null, 0]);
    const error = thrownBy(() => arrowVector(leafColumn({ type: 'INT96' }, values)));
    expect([error.code, error.at.column]).toEqual(['LIMIT', 'c']);
    expect(error.reason).toMatch(/^row 0: the INT96 timestamp exceeds/);
    for (const day of ['ffffff7f', '00000080']) {
      expect(
        thrownBy(() => arrowVector(leafColumn({ type: 'INT96' }, fixedBytes(int96, `0000000000000000${day}`)))).code,
      ).toBe('LIMIT');
    }
  });

  test('arrowVector converts INTERVAL to months, days and nanoseconds', () => {
    const interval = { type: PhysicalType.FIXED_LEN_BYTE_ARRAY, width: 12 };
    const values = fixedBytes(
      interval,
      '01000000 02000000 ffffffff'.replaceAll(' ', ''),
      'ffffff7f 00000000 01000000'.replaceAll(' ', ''),
    );
    const [data] = arrowVector(leafColumn({ type: 'INTERVAL' }, values)).data as [Data];
    const words = new BigInt64Array(data.values.buffer);
    expect([...(data.values as Int32Array).subarray(0, 2)]).toEqual([1, 2]);
    expect([words[1], words[3]]).toEqual([4294967295n * 1_000_000n, 1_000_000n]);
    const error = thrownBy(() =>
      arrowVector(leafColumn({ type: 'INTERVAL' }, fixedBytes(interval, `00000080${'00'.repeat(8)}`))),
    );
    expect([error.code, error.reason.slice(0, 6)]).toEqual(['LIMIT', 'row 0:']);
  });

  test('arrowVector returns a Null vector, which has only a length, for UNKNOWN', () => {
    const column = leafColumn({ type: 'UNKNOWN', optional: true }, int32Values(0, 0), bitmapOf('00'));
    const vector = arrowVector(column);
    expect([vector.length, vector.nullCount, [...vector]]).toEqual([2, 2, [null, null]]);
  });
});
