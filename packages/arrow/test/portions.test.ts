/** Tests that large record batches, which are written in slices, are written correctly. */
import { schemaFromArrow } from '@marquetry/arrow';
import { errorOf } from '@marquetry/test-support/errors.js';
import {
  Bool,
  type Data,
  type DataType,
  Decimal,
  Dictionary,
  Field,
  FixedSizeList,
  Int16,
  Int32,
  LargeUtf8,
  List,
  Map_,
  makeData,
  Struct,
  Table,
  Utf8,
  Utf8View,
  Vector,
} from 'apache-arrow';
import { describe, expect, test } from 'vitest';
import { write } from './written.js';

const length = 2 ** 17 + 7077;
const nulls = new Uint8Array(Math.ceil(length / 8)).fill(0b1101_1011);
const nullable = { length, nullBitmap: nulls };
const offsets = Int32Array.from({ length: length + 1 }, (_, i) => 2 * i);
const letters = Uint8Array.from({ length: 2 * length }, (_, i) => 97 + ((i * 7) % 26));
const numbers = Int32Array.from({ length: 2 * length }, (_, i) => i);
const element = makeData({ type: new Int32(), length: 2 * length, data: numbers });

/** Returns views of two-letter strings. The views contain the strings themselves. */
function views(): Uint8Array {
  const bytes = new Uint8Array(16 * length);
  for (let i = 0; i < length; i++) {
    bytes[16 * i] = 2;
    bytes.set(letters.subarray(2 * i, 2 * i + 2), 16 * i + 4);
  }
  return bytes;
}

const entry = new Struct<{ key: Utf8; value: Int32 }>([
  new Field('key', new Utf8(), false),
  new Field<Int32>('value', new Int32(), true) as never,
]);
const texts = makeData({
  type: new Utf8(),
  length: 2 * length,
  valueOffsets: Int32Array.from({ length: 2 * length + 1 }, (_, i) => i),
  data: letters,
});
const item = new Field('item', new Int32(), true);

const columns: Readonly<Record<string, () => Data>> = {
  Int32: () => makeData({ type: new Int32(), ...nullable, data: numbers }),
  Int16: () => makeData({ type: new Int16(), ...nullable, data: Int16Array.from(numbers) }),
  Bool: () => makeData({ type: new Bool(), ...nullable, data: letters }),
  Decimal: () =>
    makeData({
      type: new Decimal(2, 30, 128),
      ...nullable,
      data: Uint32Array.from({ length: 4 * length }, (_, i) => (i % 4 === 0 ? i : 0)),
    }),
  Utf8: () => makeData({ type: new Utf8(), ...nullable, valueOffsets: offsets, data: letters }),
  LargeUtf8: () =>
    makeData({ type: new LargeUtf8(), ...nullable, valueOffsets: BigInt64Array.from(offsets, BigInt), data: letters }),
  Utf8View: () => makeData({ type: new Utf8View(), ...nullable, views: views() } as never),
  List: () => makeData({ type: new List(item), ...nullable, valueOffsets: offsets, child: element }),
  FixedSizeList: () => makeData({ type: new FixedSizeList(2, item), ...nullable, child: element }),
  Struct: () => makeData({ type: new Struct([item]), ...nullable, children: [element.slice(0, length)] }),
  Map: () =>
    makeData({
      type: new Map_(new Field('entries', entry, false)),
      ...nullable,
      valueOffsets: offsets,
      child: makeData({ type: entry, length: 2 * length, children: [texts, element] }),
    } as never),
  Dictionary: () =>
    makeData({
      type: new Dictionary(new Utf8(), new Int32()),
      ...nullable,
      data: numbers.map((i) => i % 1000),
      dictionary: new Vector([texts.slice(0, 1000)]),
    }),
};

function tableOf(data: Data<DataType>): Table {
  return new Table({ c: new Vector([data]) });
}

describe('writing a large record batch', () => {
  test.each(Object.entries(columns))('a large record batch of %s survives a round trip', async (_, make) => {
    const table = tableOf(make());
    const back = await write(schemaFromArrow(table.schema), table);
    expect(back.numRows).toBe(length);
    const [before, after] = [table.getChild('c'), back.getChild('c')];
    expect(after?.nullCount).toBe(before?.nullCount);
    const places = Array.from({ length: 500 }, (_, i) => Math.floor((i * length) / 500));
    for (const place of [...places, 2 ** 17 - 1, 2 ** 17, 2 ** 17 + 1, 2 ** 16, length - 1]) {
      expect(String(after?.get(place))).toBe(String(before?.get(place)));
    }
  });

  test('an error about an out-of-range index gives the row number in the whole record batch, not in a slice', async () => {
    const data = numbers.map((i) => i % 100);
    data[2 ** 17 + 9] = 1000;
    const indices = makeData({
      type: new Dictionary(new Utf8(), new Int32()),
      length,
      data,
      dictionary: new Vector([texts.slice(0, 100)]),
    });
    const table = tableOf(indices);
    const error = await errorOf(() => write(schemaFromArrow(table.schema), table));
    expect(error.reason).toBe(`record batch 0: row ${2 ** 17 + 9}: index 1000 is beyond the dictionary of 100 entries`);
  });

  test('an error about text that is not UTF-8 gives the row number in the whole record batch, not in a slice', async () => {
    const data = letters.slice();
    data[2 * (2 ** 17 + 9)] = 0xff;
    const table = tableOf(makeData({ type: new Utf8(), length, valueOffsets: offsets, data }));
    const error = await errorOf(() => write(schemaFromArrow(table.schema), table));
    expect(error.reason).toContain(`row ${2 ** 17 + 9}`);
  });
});
