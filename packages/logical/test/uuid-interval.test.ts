import { readInterval, uuidText, writeInterval, writeUuid } from '@marquetry/logical';
import { hex } from '@marquetry/test-support/hex.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

describe('reading and writing UUID text', () => {
  const text = '00112233-4455-6677-8899-aabbccddeeff';

  test('the text of a UUID contains the bytes in the order in which they are stored', () => {
    expect(uuidText(hex('aa00112233445566778899aabbccddeeff'), 1)).toBe(text);
    const bytes = new Uint8Array(18).fill(0x77);
    expect(writeUuid(text.toUpperCase(), bytes, 1)).toBe(true);
    expect(bytes).toEqual(hex('7700112233445566778899aabbccddeeff77'));
  });

  test('any 16 bytes survive a round trip through UUID text', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 16, maxLength: 16 }), (bytes) => {
        const back = new Uint8Array(16);
        expect(writeUuid(uuidText(bytes, 0), back, 0)).toBe(true);
        expect(back).toEqual(bytes);
      }),
    );
  });

  test.each(['', text.slice(1), `${text}0`, ` ${text}`, text.replaceAll('-', ''), text.replace('a', 'g'), `{${text}}`])(
    '%j is rejected, and nothing is written',
    (other) => {
      const bytes = new Uint8Array(16).fill(7);
      expect(writeUuid(other, bytes, 0)).toBe(false);
      expect(bytes).toEqual(new Uint8Array(16).fill(7));
    },
  );
});

test('an INTERVAL is read and written as three unsigned little-endian integers', () => {
  const bytes = hex('aa 01000000 feffffff 03000000 aa'.replaceAll(' ', ''));
  const interval = { months: 1, days: 2 ** 32 - 2, milliseconds: 3 };
  expect(readInterval(new DataView(bytes.buffer), 1)).toEqual(interval);
  const target = new Uint8Array(14).fill(0xaa);
  writeInterval(new DataView(target.buffer), 1, interval);
  expect(target).toEqual(bytes);
});
