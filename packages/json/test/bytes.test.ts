import { PhysicalType } from '@marquetry/core';
import { createJsonWriter, createStatisticWriter, createTextWriter, jsonStyle, textStyle } from '@marquetry/json';
import type { LeafNode } from '@marquetry/schema';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { byteArrays, fixed, int32s, leafOf } from './columns.js';

type Values = ReturnType<typeof int32s>;

function json(leaf: LeafNode, values: Values): string[] {
  const write = createJsonWriter(leaf)(values);
  return Array.from({ length: values.length }, (_, i) => write(i));
}

const string = leafOf(PhysicalType.BYTE_ARRAY, { logicalType: { kind: 'STRING' } });
const binary = leafOf(PhysicalType.BYTE_ARRAY);

describe('createJsonWriter for strings', () => {
  it('createJsonWriter escapes only the characters that JSON requires to be escaped', () => {
    const texts = [
      '',
      'plain',
      'a"b\\c',
      'line\nbreak\u0000',
      'grün',
      '東京 🌏',
      '\ufeffmark',
      'x'.repeat(40),
      '\u007f',
    ];
    expect(json(string, byteArrays(...texts))).toEqual(texts.map((text) => JSON.stringify(text)));
    expect(texts.map((_, i) => createTextWriter(string)(byteArrays(...texts))(i))).toEqual(texts);
  });

  it('createJsonWriter writes text that parses to the same string', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (text) => {
        expect(JSON.parse(json(string, byteArrays(text))[0]!)).toBe(text);
      }),
    );
  });

  it('invalid UTF-8 is written as an object by createJsonWriter and createTextWriter', () => {
    const values = byteArrays([0x61, 0xff], [0xc0, 0x80], [0xed, 0xa0, 0x80]);
    const expected = ['{"base64":"Yf8="}', '{"base64":"wIA="}', '{"base64":"7aCA"}'];
    expect(json(string, values)).toEqual(expected);
    expect([0, 1, 2].map(createTextWriter(string)(values))).toEqual(expected);
  });

  it('createJsonWriter writes ENUM and JSON as strings', () => {
    const values = byteArrays('{"a":1}');
    expect(json(leafOf(PhysicalType.BYTE_ARRAY, { convertedType: 19 }), values)).toEqual(['"{\\"a\\":1}"']);
    expect(json(leafOf(PhysicalType.BYTE_ARRAY, { convertedType: 4 }), values)).toEqual(['"{\\"a\\":1}"']);
  });
});

describe('createJsonWriter for bytes', () => {
  it('createJsonWriter writes bytes without a logical type, BSON and GEOMETRY as base64 (RFC 4648, section 10)', () => {
    const values = byteArrays('', 'f', 'fo', 'foo', 'foob', 'fooba', 'foobar');
    const expected = ['', 'Zg==', 'Zm8=', 'Zm9v', 'Zm9vYg==', 'Zm9vYmE=', 'Zm9vYmFy'].map((text) => `"${text}"`);
    expect(json(binary, values)).toEqual(expected);
    expect(json(leafOf(PhysicalType.BYTE_ARRAY, { convertedType: 20 }), values)).toEqual(expected);
    expect(json(leafOf(PhysicalType.BYTE_ARRAY, { logicalType: { kind: 'GEOMETRY' } }), values)).toEqual(expected);
    const short = leafOf(PhysicalType.FIXED_LEN_BYTE_ARRAY, { typeLength: 3 });
    expect(json(short, fixed(7, [0, 3, 232], [255, 255, 255]))).toEqual(['"AAPo"', '"////"']);
  });

  it('createJsonWriter writes the same base64 as Buffer, for any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 100 }), (bytes) => {
        expect(json(binary, byteArrays([...bytes]))).toEqual([`"${Buffer.from(bytes).toString('base64')}"`]);
      }),
    );
  });

  it('createJsonWriter writes the UUID of LogicalTypes.md in canonical form', () => {
    const leaf = leafOf(PhysicalType.FIXED_LEN_BYTE_ARRAY, { typeLength: 16, logicalType: { kind: 'UUID' } });
    const bytes = [0, 0x11, 0x22, 0x33, 0x44, 0x55, 0x66, 0x77, 0x88, 0x99, 0xaa, 0xbb, 0xcc, 0xdd, 0xee, 0xff];
    expect(json(leaf, fixed(7, bytes, bytes))).toEqual(new Array(2).fill('"00112233-4455-6677-8899-aabbccddeeff"'));
  });

  it('createJsonWriter writes INTERVAL as an object of three unsigned numbers', () => {
    const leaf = leafOf(PhysicalType.FIXED_LEN_BYTE_ARRAY, { typeLength: 12, convertedType: 21 });
    const values = fixed(7, [1, 0, 0, 0, 2, 0, 0, 0, 255, 255, 255, 255]);
    expect(json(leaf, values)).toEqual(['{"months":1,"days":2,"milliseconds":4294967295}']);
  });

  it('createJsonWriter writes UNKNOWN as null, for any physical type', () => {
    const leaf = leafOf(PhysicalType.INT32, { logicalType: { kind: 'UNKNOWN' } });
    expect(json(leaf, int32s(5))).toEqual(['null']);
  });
});

describe('createJsonWriter for dictionaries', () => {
  it('createJsonWriter writes the dictionary entry of each index, even if a later batch has another dictionary', () => {
    const writer = createJsonWriter(string);
    const batch = (entries: string[], indices: number[]): string[] => {
      const dictionary = byteArrays(...entries) as Extract<Values, { layout: 'bytes' }>;
      const write = writer({
        layout: 'dictionary',
        type: 6,
        length: indices.length,
        indices: Int32Array.from(indices),
        dictionary,
      });
      return indices.map((_, i) => write(i));
    };
    expect(batch(['a', 'b'], [1, 0, 1])).toEqual(['"b"', '"a"', '"b"']);
    expect(batch(['c'], [0])).toEqual(['"c"']);
  });
});

describe('createStatisticWriter', () => {
  it('createStatisticWriter writes a minimum or maximum like a value, and expects byte arrays without a length prefix and BOOLEAN in one byte', () => {
    expect(createStatisticWriter(string, jsonStyle)(Uint8Array.of(0x61, 0x62))).toBe('"ab"');
    expect(createStatisticWriter(string, textStyle)(Uint8Array.of(0x61))).toBe('a');
    expect(createStatisticWriter(leafOf(PhysicalType.BOOLEAN), jsonStyle)(Uint8Array.of(1))).toBe('true');
    expect(createStatisticWriter(leafOf(PhysicalType.INT32), jsonStyle)(Uint8Array.of(255, 255, 255, 255))).toBe('-1');
    const unaligned = Uint8Array.of(9, 1, 0, 0, 0, 0, 0, 0, 0).subarray(1);
    expect(createStatisticWriter(leafOf(PhysicalType.INT64), jsonStyle)(unaligned)).toBe('1');
  });

  it('createStatisticWriter returns undefined for bytes that are not a value of the column', () => {
    expect(createStatisticWriter(leafOf(PhysicalType.INT32), jsonStyle)(new Uint8Array(3))).toBeUndefined();
    expect(createStatisticWriter(leafOf(PhysicalType.BOOLEAN), jsonStyle)(new Uint8Array(0))).toBeUndefined();
    const uuid = leafOf(PhysicalType.FIXED_LEN_BYTE_ARRAY, { typeLength: 16, logicalType: { kind: 'UUID' } });
    expect(createStatisticWriter(uuid, jsonStyle)(new Uint8Array(8))).toBeUndefined();
  });

  it('createStatisticWriter writes a truncated minimum or maximum of a FIXED_LEN_BYTE_ARRAY without a logical type', () => {
    const plain = leafOf(PhysicalType.FIXED_LEN_BYTE_ARRAY, { typeLength: 5 });
    expect(createStatisticWriter(plain, jsonStyle)(Uint8Array.of(1))).toBe('"AQ=="');
  });
});
