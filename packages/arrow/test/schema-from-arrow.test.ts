/** Tests the conversion of Arrow schemas to Parquet schemas. */

import { schemaElements } from '@marquetry/schema';
import { thrownBy } from '@marquetry/test-support/errors.js';
import {
  Schema as ArrowSchema,
  Binary,
  type DataType,
  DateMillisecond,
  Decimal,
  DenseUnion,
  Dictionary,
  Field,
  FixedSizeBinary,
  Float16,
  Int8,
  Int32,
  IntervalYearMonth,
  LargeUtf8,
  List,
  Map_,
  Null,
  Struct,
  TimeSecond,
  TimestampMicrosecond,
  TimestampSecond,
  Utf8,
  Utf8View,
} from 'apache-arrow';
import { describe, expect, test } from 'vitest';
import { schemaFromArrow } from '../src/index.js';

describe('schemaFromArrow', () => {
  const column = (type: DataType, metadata: Readonly<Record<string, string>> = {}): unknown => {
    const field = new Field('c', type, false, new Map(Object.entries(metadata)));
    const [leaf] = schemaFromArrow(new ArrowSchema([field])).leaves;
    return leaf?.annotation ?? leaf?.element.type;
  };

  test('schemaFromArrow converts types that differ between Arrow and Parquet', () => {
    expect(column(new TimeSecond())).toEqual({ kind: 'TIME', unit: 'MILLIS', isAdjustedToUTC: false });
    expect(column(new TimestampSecond('Europe/Vienna'))).toEqual({
      kind: 'TIMESTAMP',
      unit: 'MILLIS',
      isAdjustedToUTC: true,
    });
    expect(column(new TimestampMicrosecond())).toEqual({ kind: 'TIMESTAMP', unit: 'MICROS', isAdjustedToUTC: false });
    expect(column(new DateMillisecond())).toEqual({ kind: 'DATE' });
    expect(column(new IntervalYearMonth())).toEqual({ kind: 'INTERVAL' });
    expect(column(new Utf8View())).toEqual({ kind: 'STRING' });
    expect(column(new LargeUtf8())).toEqual({ kind: 'STRING' });
    expect(column(new Dictionary(new Utf8(), new Int8()))).toEqual({ kind: 'STRING' });
    expect(column(new Float16())).toEqual({ kind: 'FLOAT16' });
    expect(column(new Decimal(3, 70, 256))).toEqual({ kind: 'DECIMAL', precision: 70, scale: 3 });
    expect(column(new Null())).toEqual({ kind: 'UNKNOWN' });
  });

  test('schemaFromArrow uses field metadata for types that Arrow cannot express', () => {
    const uuid = { 'ARROW:extension:name': 'arrow.uuid' };
    expect(column(new FixedSizeBinary(16), uuid)).toEqual({ kind: 'UUID' });
    expect(column(new Utf8(), { 'ARROW:extension:name': 'arrow.json' })).toEqual({ kind: 'JSON' });
    expect(column(new Utf8(), { 'PARQUET:logical_type': 'ENUM' })).toEqual({ kind: 'ENUM' });
    const wkb = (metadata: string): unknown =>
      column(new Binary(), { 'ARROW:extension:name': 'geoarrow.wkb', 'ARROW:extension:metadata': metadata });
    expect(wkb('')).toEqual({ kind: 'GEOMETRY' });
    expect(wkb('{"crs":"EPSG:5070"}')).toEqual({ kind: 'GEOMETRY', crs: 'EPSG:5070' });
    expect(wkb('{"crs":{"id":1},"edges":"planar"}')).toEqual({ kind: 'GEOMETRY', crs: '{"id":1}' });
    expect(wkb('{"crs":"5070","crs_type":"srid","edges":"vincenty"}')).toEqual({
      kind: 'GEOGRAPHY',
      crs: 'srid:5070',
      algorithm: 1,
    });
  });

  test('schemaFromArrow creates lists and maps with the standard three levels, and keeps the order of fields', () => {
    const entries = new Struct([new Field('k', new Utf8(), true), new Field('v', new Int32(), true)]);
    const schema = schemaFromArrow(
      new ArrowSchema([
        new Field('2', new List(new Field('item', new Int32(), true)), true, new Map([['PARQUET:field_id', '5']])),
        new Field('1', new Map_(new Field('entries', entries as never, false)), false),
      ]),
    );
    expect(schema.leaves.map(({ path }) => path.join('/'))).toEqual([
      '2/list/element',
      '1/key_value/key',
      '1/key_value/value',
    ]);
    expect(schema.leaves.map((leaf) => [leaf.maxDefinitionLevel, leaf.maxRepetitionLevel])).toEqual([
      [3, 1],
      [1, 1],
      [2, 1],
    ]);
    expect(schemaElements(schema)[1]?.fieldId).toBe(5);
  });

  test.each([
    ['Struct<{}>', new Struct([])],
    ['Decimal[5e+-2]', new Decimal(-2, 5, 128)],
    ['Union<Int32>', new DenseUnion([0], [new Field('a', new Int32())])],
    ['Dictionary<Int8, List<Int32>>', new Dictionary(new List(new Field('item', new Int32())), new Int8())],
  ])('schemaFromArrow throws UNSUPPORTED for %s, and names the column', (name, type) => {
    const inside = new Field('outer', new Struct([new Field('c', type)]));
    const error = thrownBy(() => schemaFromArrow(new ArrowSchema([inside])));
    expect([error.code, error.at.column]).toEqual(['UNSUPPORTED', 'outer.c']);
    expect(error.reason).toContain(String(type));
    expect(name.slice(0, 4)).toBe(String(type).slice(0, 4));
  });
});
