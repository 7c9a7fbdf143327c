import { type Encoding, fixedValues, ParquetError, type ValueDecoder } from '@marquetry/core';

import { checkValues, conformance, createRandom, sameValues, sampleValues } from '@marquetry/test-kit';
import { describe, expect, test } from 'vitest';
import { sound } from './sound-encoding.js';

const int32 = { type: 1, width: 4 } as const;

/** Names of the cases that fail, without those of their pages. */
function failures(encoding: Encoding, options: Parameters<typeof conformance>[1] = { columns: [int32] }): string[] {
  const names = new Set<string>();
  for (const { name, run } of conformance(encoding, options)) {
    try {
      run();
    } catch {
      names.add(name.slice(name.lastIndexOf(': ') + 2));
    }
  }
  return [...names].sort();
}

/** SOUND with a fault. */
function faulty(change: (decoder: ValueDecoder, bytes: Uint8Array) => Partial<ValueDecoder>): Encoding {
  return {
    ...sound,
    decoder: (bytes, context) => {
      const decoder = sound.decoder(bytes, context);
      const changed = change(decoder, bytes);
      return {
        get remaining(): number {
          return decoder.remaining;
        },
        read: (count) => (changed.read ?? decoder.read).call(decoder, count),
        readInto: (target, count) => (changed.readInto ?? decoder.readInto).call(decoder, target, count),
        skip: (count) => (changed.skip ?? decoder.skip).call(decoder, count),
      };
    },
  };
}

test('a sound encoding passes', () => {
  expect(failures(sound)).toEqual([]);
  expect(failures(faulty(() => ({})))).toEqual([]);
});

describe('faults are found', () => {
  test('a skip that goes astray', () => {
    const wrong = faulty((decoder) => ({ skip: (count) => decoder.skip(Math.max(count - 1, 0)) }));
    expect(failures(wrong)).toContain('skip and read equal a slice');
  });

  test('a read that gives too few values', () => {
    const wrong = faulty((decoder) => ({ read: (count) => decoder.read(Math.min(count, 100)) }));
    expect(failures(wrong)).toContain('one read gives the values');
  });

  test('another error than ParquetError', () => {
    const wrong: Encoding = {
      ...sound,
      decoder: (bytes, context) => {
        if (bytes.length < context.valueCount * 4) throw new RangeError('out of bounds');
        return sound.decoder(bytes, context);
      },
    };
    expect(failures(wrong)).toContain(
      'bytes cut short anywhere give a ParquetError, or the values that do not need the rest',
    );
  });

  test('reading beyond the bytes given', () => {
    const wrong: Encoding = {
      ...sound,
      decoder: (bytes, context) => sound.decoder(new Uint8Array(bytes.buffer, bytes.byteOffset), context),
    };
    expect(failures(wrong)).toContain(
      'bytes cut short anywhere give a ParquetError, or the values that do not need the rest',
    );
  });

  test('values that share memory with the page after readInto', () => {
    const wrong = faulty((decoder) => ({
      readInto: (target, count) => {
        decoder.skip(count);
        target.reserve(count);
        target.length += count;
      },
    }));
    expect(failures(wrong)).toContain('readInto appends what read gives, and aliases nothing');
  });

  test('counts that are not checked', () => {
    const wrong = faulty((decoder) => ({
      skip: (count) => decoder.skip(Math.min(Math.max(Math.floor(count) || 0, 0), decoder.remaining)),
    }));
    expect(failures(wrong)).toContain('counts outside what remains are INVALID_ARGUMENT, and spoil nothing');
  });

  test('bytes behind the values that matter', () => {
    const wrong: Encoding = {
      ...sound,
      decoder: (bytes, context) => {
        if (bytes.length !== context.valueCount * 4) throw new ParquetError('CORRUPT', 'size');
        return sound.decoder(bytes, context);
      },
    };
    expect(failures(wrong)).toEqual(['junk behind the values stays unread']);
    expect(failures(wrong, { columns: [int32], endsByItself: false })).toEqual([]);
  });

  test('a byteLength below what is written', () => {
    const wrong: Encoding = {
      ...sound,
      encoder: (column) => {
        const encoder = sound.encoder(column);
        return {
          ...encoder,
          write: (v, from, to) => encoder.write(v, from, to),
          finish: () => encoder.finish(),
          byteLength: 0,
        };
      },
    };
    expect(failures(wrong)).toContain('ranges written one by one read as one, and byteLength bounds them');
  });
});

test('a read-only encoding is tried on the pages given', () => {
  const { encoder: _, ...readOnly } = sound;
  expect(() => conformance(readOnly)).toThrow('no page');
  const bytes = Uint8Array.of(1, 0, 0, 0, 2, 0, 0, 0);
  const page = { label: 'two', column: int32, bytes, values: fixedValues(int32, bytes, 0, 2) };
  expect(failures(readOnly, { pages: [page] })).toEqual([]);
  const other = { ...page, values: fixedValues(int32, bytes.slice().reverse(), 0, 2) };
  expect(failures(readOnly, { pages: [other] })).toContain('one read gives the values');
});

test('the same seed gives the same values', () => {
  const [a, b, c] = [1, 1, 2].map((seed) => sampleValues(int32, 'random', 50, createRandom(seed)));
  expect(a).toEqual(b);
  expect(a).not.toEqual(c);
});

test('values compare by their bytes: -0 is not 0', () => {
  const zero = { layout: 'fixed', type: 4, width: 4, length: 1, data: Float32Array.of(0) } as const;
  const negative = { ...zero, data: Float32Array.of(-0) } as const;
  expect(() => sameValues(zero, zero)).not.toThrow();
  expect(() => sameValues(zero, negative)).toThrow('value 0 is [0 0 0 0], not [0 0 0 128]');
});

test('malformed values are told', () => {
  const column = { type: 0, width: 0 } as const;
  const bits = { layout: 'bits', type: 0, length: 3, data: Uint8Array.of(0x0f) } as const;
  expect(() => checkValues(bits, column, 3)).toThrow('bit 3');
  expect(() => checkValues(bits, column, 4)).toThrow('3 values came where 4 were asked for');
});
