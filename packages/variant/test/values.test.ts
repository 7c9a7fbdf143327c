import { fromJson, isVariant, openVariant, toJson, toValue, toVariant, typedVariant } from '@marquetry/variant';
import { describe, expect, test } from 'vitest';
import { randomOf, randomVariant, shapeOf } from './random-variant.js';

describe('toVariant converts JavaScript values', () => {
  const cases: readonly (readonly [string, unknown, string])[] = [
    ['null', null, 'null'],
    ['a boolean', true, 'boolean'],
    ['an integer of 32 bits', -5, 'int32'],
    ['-0', -0, 'double'],
    ['an integer of more bits', 2 ** 31, 'double'],
    ['a fraction', 0.5, 'double'],
    ['NaN', Number.NaN, 'double'],
    ['a bigint of 64 bits', 2n ** 63n - 1n, 'int64'],
    ['a short string', 'x'.repeat(63), 'string'],
    ['a long string', 'é'.repeat(100), 'string'],
    ['bytes', Uint8Array.of(0, 255), 'binary'],
    ['a Date', new Date(-1), 'timestamp'],
    ['an array', [1, [], [null]], 'array'],
    ['an object', { b: 1, a: { c: 'x' } }, 'object'],
  ];
  test.each(cases)('%s is read back as it was written', (_, value, kind) => {
    const variant = toVariant(value);
    expect(variant.kind).toBe(kind);
    expect(isVariant(variant)).toBe(true);
    expect(toValue(variant)).toEqual(value);
  });

  test('a bigint of 38 digits becomes a decimal, and a bigint of 39 digits is rejected', () => {
    expect(toVariant(10n ** 38n - 1n).kind).toBe('decimal16');
    expect(() => toVariant(10n ** 38n)).toThrow('38 digits');
  });

  test('undefined fields are omitted, Maps and typed arrays are accepted, and __proto__ is an own field', () => {
    const value = new Map<string, unknown>([
      ['__proto__', 1],
      ['gone', undefined],
      ['list', Int32Array.of(1, 2)],
    ]);
    const plain = toValue(toVariant(value)) as object;
    expect(Object.keys(plain).sort()).toEqual(['__proto__', 'list']);
    expect(Object.getPrototypeOf(plain)).toBe(Object.prototype);
  });

  test.each([
    ['a function', () => 1],
    ['a symbol', Symbol('x')],
    ['a Set', new Set()],
    ['an invalid Date', new Date(Number.NaN)],
    ['half of a surrogate pair', 'a\ud800'],
    ['a Map with a number as a key', new Map([[1, 2]])],
  ])('toVariant throws INVALID_ARGUMENT for %s', (_, value) => {
    expect(() => toVariant({ value })).toThrow(expect.objectContaining({ code: 'INVALID_ARGUMENT' }));
  });

  test('field names are sorted by their UTF-8 bytes, and values with the same names share metadata', () => {
    const variant = toVariant({ '\u{1f600}': 1, '\uffee': 2, b: 3, a: 4 });
    expect(variant.names()).toEqual(['a', 'b', '\uffee', '\u{1f600}']);
    expect(variant.metadata[0]).toBe(0x11);
  });

  test('a part of a variant can be a value of another variant', () => {
    const whole = toVariant({ unused: 1, inner: { x: [typedVariant('int8', 5)] } });
    const part = toVariant({ copy: whole.get('inner') });
    expect(toJson(part)).toBe('{"copy":{"x":[5]}}');
    expect(part.get('copy')?.get('x')?.at(0)?.kind).toBe('int8');
  });
});

describe('toValue and toJson return each form of a variant', () => {
  const variant = toVariant({
    long: 2n ** 60n,
    nan: Number.NaN,
    price: typedVariant('decimal8', '1234567.50'),
    day: typedVariant('date', '1969-12-31'),
    at: typedVariant('timestamp', '2024-11-07T12:33:54.123456Z'),
    local: typedVariant('timestampNtzNanos', '1957-11-07T12:33:54.123456789'),
    time: typedVariant('time', '12:33:54.123456'),
    id: typedVariant('uuid', 'f24f9b64-81fa-49d1-b74e-8c09a6e31c56'),
    data: Uint8Array.of(1, 2, 3),
  });
  test('plain values have the same form as values in rows', () => {
    expect(toValue(variant)).toEqual({
      long: 2n ** 60n,
      nan: Number.NaN,
      price: '1234567.50',
      day: new Date('1969-12-31'),
      at: new Date('2024-11-07T12:33:54.123Z'),
      local: new Date('1957-11-07T12:33:54.123Z'),
      time: '12:33:54.123456',
      id: 'f24f9b64-81fa-49d1-b74e-8c09a6e31c56',
      data: Uint8Array.of(1, 2, 3),
    });
  });
  test('lossless dates are numbers of days, and lossless times are bigints in their unit', () => {
    expect(toValue(variant, { values: 'lossless' })).toMatchObject({
      day: -1,
      at: 1730982834123456n,
      time: 45234123456n,
      local: BigInt(Date.parse('1957-11-07T12:33:54Z')) * 1_000_000n + 123_456_789n,
    });
  });
  test('toValue with `json` returns what JSON.stringify writes', () => {
    const json = {
      at: '2024-11-07T12:33:54.123456Z',
      data: 'AQID',
      day: '1969-12-31',
      id: 'f24f9b64-81fa-49d1-b74e-8c09a6e31c56',
      local: '1957-11-07T12:33:54.123456789',
      long: String(2n ** 60n),
      nan: 'NaN',
      price: '1234567.50',
      time: '12:33:54.123456',
    };
    expect(toValue(variant, { values: 'json' })).toEqual(json);
    expect(JSON.stringify({ variant })).toBe(JSON.stringify({ variant: json }));
  });
  test('JSON text keeps all digits of numbers', () => {
    expect(toJson(variant)).toBe(
      '{"at":"2024-11-07T12:33:54.123456Z","data":"AQID","day":"1969-12-31","id":"f24f9b64-81fa-49d1-b74e-8c09a6e31c56",' +
        '"local":"1957-11-07T12:33:54.123456789","long":1152921504606846976,"nan":"NaN","price":1234567.50,"time":"12:33:54.123456"}',
    );
  });
  test('a variant of kind date beyond the range of a JavaScript Date throws LIMIT', () => {
    expect(() => toValue(typedVariant('date', 2 ** 31 - 1))).toThrow(expect.objectContaining({ code: 'LIMIT' }));
  });
  test('an `as...` method throws INVALID_ARGUMENT if the variant has another kind', () => {
    for (const read of ['asBoolean', 'asNumber', 'asBigint', 'asDecimal', 'asBytes'] as const) {
      expect(() => toVariant('x')[read]()).toThrow('a variant of kind string is not a');
    }
    expect(() => toVariant(1).asString()).toThrow('kind int32');
  });
});

describe('typedVariant rejects values that do not fit the kind', () => {
  test.each([
    ['int8', 128],
    ['int16', -32769],
    ['int64', 2n ** 63n],
    ['int32', 1.5],
    ['float', 0.1],
    ['decimal4', '12345678.90'],
    ['decimal16', { unscaled: 1n, scale: 39 }],
    ['timestamp', '2024-11-07T12:33:54.1234567Z'],
    ['timestampNtz', '2024-11-07T12:33:54Z'],
    ['time', '25:00:00'],
    ['uuid', 'f24f9b64'],
    ['null', 0],
    ['string', Uint8Array.of(1)],
  ] as const)('%s does not hold %s', (kind, value) => {
    expect(() => typedVariant(kind, value)).toThrow(expect.objectContaining({ code: 'INVALID_ARGUMENT' }));
  });
});

describe('fromJson parses JSON text', () => {
  test.each([
    ['{"b":[1,-2.5,true,null],"a":{"c":"\\u00e9\\n\\"x\\""}}', '{"a":{"c":"é\\n\\"x\\""},"b":[1,-2.5,true,null]}'],
    ['12345678901234567890', '12345678901234567890'],
    ['9007199254740993', '9007199254740993'],
    ['0.1234567890123456789', '0.1234567890123456789'],
    ['1.50', '1.5'],
    ['1e2', '100.0'],
    ['-0', '-0.0'],
    ['[ ]', '[]'],
    ['{"a":1,"a":2}', '{"a":2}'],
    [' "x" ', '"x"'],
  ])('fromJson and toJson convert the JSON text %s to %s', (text, json) => {
    expect(toJson(fromJson(text))).toBe(json);
  });
  test.each(['', '{', '[1,]', '{"a" 1}', '01', '"a', '"\n"', 'nul', '1 2', '{a:1}', '1e400', '-', '[1'])(
    'the JSON text %s throws INVALID_ARGUMENT',
    (text) => {
      expect(() => fromJson(text)).toThrow(expect.objectContaining({ code: 'INVALID_ARGUMENT' }));
    },
  );
});

test('2000 random variants are read as they were written, and values keep their kinds when written again', () => {
  for (let seed = 0; seed < 2000; seed++) {
    const variant = randomVariant(randomOf(seed));
    const read = openVariant(variant.metadata, variant.value);
    expect(shapeOf(toVariant(read))).toEqual(shapeOf(variant));
    expect(toJson(read)).toBe(toJson(variant));
  }
});
