import { existsSync, readFileSync } from 'node:fs';
import { isParquetError } from '@marquetry/core';
import { hex as bytes } from '@marquetry/test-support/hex.js';
import { openVariant, toJson, toValue } from '@marquetry/variant';
import { describe, expect, test } from 'vitest';

const files = new URL('../../../../shared/parquet-testing/', import.meta.url);
const reason = existsSync(files) ? '' : ' (skipped: ../shared/parquet-testing is not there)';

/**
 * The values in `data_dictionary.json` of parquet-testing, as Marquetry writes them to JSON. That file formats
 * timestamps and binary values differently.
 */
const dictionary: Readonly<Record<string, string>> = {
  array_empty: '[]',
  array_nested:
    '[{"id":1,"thing":{"names":["Contrarian","Spider"]}},null,{"id":2,"names":["Apple","Ray",null],"type":"if"}]',
  array_primitive: '[2,1,5,9]',
  object_empty: '{}',
  object_nested:
    '{"id":1,"observation":{"location":"In the Volcano","time":"12:34:56","value":{"humidity":456,"temperature":123}},"species":{"name":"lava monster","population":6789}}',
  object_primitive:
    '{"boolean_false_field":false,"boolean_true_field":true,"double_field":1.23456789,"int_field":1,"null_field":null,"string_field":"Apache Parquet","timestamp_field":"2025-04-16T12:34:56.78"}',
  primitive_binary: '"AxM33q2+78r+"',
  primitive_boolean_false: 'false',
  primitive_boolean_true: 'true',
  primitive_date: '"2025-04-16"',
  primitive_decimal16: '12345678912345678.90',
  primitive_decimal4: '12.34',
  primitive_decimal8: '12345678.90',
  primitive_double: '1234567890.1234',
  primitive_float: '1234568000.0',
  primitive_int16: '1234',
  primitive_int32: '123456',
  primitive_int64: '1234567890123456789',
  primitive_int8: '42',
  primitive_null: 'null',
  primitive_string:
    '"This string is longer than 64 bytes and therefore does not fit in a short_string and it also includes several non ascii characters such as 🐢, 💖, ♥️, 🎣 and 🤦!!"',
  primitive_time: '"12:33:54.123456"',
  primitive_timestamp: '"2025-04-16T16:34:56.780000Z"',
  primitive_timestampntz: '"2025-04-16T12:34:56.780000"',
  primitive_timestamp_nanos: '"2024-11-07T12:33:54.123456789Z"',
  primitive_timestampntz_nanos: '"2024-11-07T12:33:54.123456789"',
  primitive_uuid: '"f24f9b64-81fa-49d1-b74e-8c09a6e31c56"',
  short_string: '"Less than 64 bytes (❤️ with utf8)"',
};

describe.skipIf(reason !== '')(`the files of parquet-testing/variant${reason}`, () => {
  test.each(Object.entries(dictionary))('%s reads as its expected JSON', (name, json) => {
    const read = (suffix: string): Uint8Array => readFileSync(new URL(`variant/${name}.${suffix}`, files));
    expect(toJson(openVariant(read('metadata'), read('value')))).toBe(json);
  });
});

/** Metadata with the names a, b, c. The bytes after the names must not be read. */
const abc = bytes('11 03 00010203 616263  ffff');

describe('openVariant reads variant bytes', () => {
  test('an object can be read even if its fields are not sorted and its values are in a different order', () => {
    // An object with 1-byte ids and offsets, and 2 fields: ids 1 0; offsets 2 0 4; values int8 7 and int8 -1. Then unused
    // bytes.
    const value = bytes('02 02 0100 020004 0c07 0cff  99');
    const variant = openVariant(abc, value);
    expect(variant.names()).toEqual(['b', 'a']);
    expect(variant.get('a')?.asNumber()).toBe(7);
    expect(variant.get('b')?.asNumber()).toBe(-1);
    expect(variant.get('c')).toBeUndefined();
    expect(variant.at(0)).toBeUndefined();
    expect(Array.from(variant.value)).toEqual(Array.from(value.subarray(0, 11)));
  });

  test('an array with 4-byte counts and 3-byte offsets can be read', () => {
    // An array with 3-byte offsets and a 4-byte count of 2: offsets 0 1 5; values true and the short string "xyz".
    const value = bytes('1b 02000000 000000 010000 050000 04 0d78797a');
    const variant = openVariant(abc, value);
    expect(variant.length).toBe(2);
    expect([...variant].map((element) => toValue(element))).toEqual([true, 'xyz']);
    expect(variant.at(1)?.asString()).toBe('xyz');
    expect([variant.at(2), variant.at(-1), variant.at(0.5), variant.get('a')]).toEqual(Array(4).fill(undefined));
  });

  test('a field is found by name even if a dictionary has the name twice and the field uses the second id', () => {
    const metadata = bytes('01 02 000102 6161');
    expect(openVariant(metadata, bytes('02 01 01 0002 0c05')).get('a')?.asNumber()).toBe(5);
  });

  const faults: readonly (readonly [string, string, string, string])[] = [
    ['metadata of version 2', 'UNSUPPORTED', '12 00 00', '00'],
    ['metadata without a byte', 'TRUNCATED', '', '00'],
    ['a dictionary that is too long', 'TRUNCATED', '01 05 00', '00'],
    ['a value without a byte', 'TRUNCATED', '01 00 00', ''],
    ['primitive type 21', 'UNSUPPORTED', '01 00 00', '54'],
    ['an int64 of 7 bytes', 'TRUNCATED', '01 00 00', '18 01020304050607'],
    ['a string of 4 GiB', 'TRUNCATED', '01 00 00', '40 ffffffff 61'],
    ['a string that is not UTF-8', 'CORRUPT', '01 00 00', '05 ff'],
    ['an array of 2^32 - 1 elements', 'TRUNCATED', '01 00 00', '13 ffffffff 00'],
    ['offsets that descend', 'CORRUPT', '01 00 00', '03 02 010002 0000'],
    ['an offset beyond the values', 'CORRUPT', '01 00 00', '03 01 0501 00'],
    ['an element that ends after the next one starts', 'TRUNCATED', '01 00 00', '03 02 000103 0c0100'],
    ['a field id that is not in the dictionary', 'CORRUPT', '11 01 0001 61', '02 01 01 0001 00'],
    ['two fields of one name', 'CORRUPT', '11 01 0001 61', '02 02 0000 000102 0000'],
    ['two fields that share their bytes', 'CORRUPT', '11 02 000102 6162', '02 02 0001 000002 0c01'],
    ['a decimal of scale 39', 'CORRUPT', '01 00 00', '20 27 01000000'],
  ];
  test.each(faults)('reading %s throws %s', (_, code, metadata, value) => {
    let error: unknown;
    try {
      toJson(openVariant(bytes(metadata), bytes(value)));
    } catch (caught) {
      error = caught;
    }
    expect(isParquetError(error) ? error.code : error).toBe(code);
    expect(isParquetError(error) && error.at.part).toMatch(/^variant (metadata|value)$/);
  });
});
