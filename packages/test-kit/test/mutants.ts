/** Encodings with one error each, keyed by the name of the conformance case that must detect it. */
import {
  bytesOf,
  type Encoding,
  type FixedValues,
  fixedValues,
  isParquetError,
  ParquetError,
  type ValueDecoder,
  type ValueEncoder,
  type Values,
} from '@marquetry/core';
import { sound } from './sound-encoding.js';

const int32 = { type: 1, width: 4 } as const;

type Open = Encoding['decoder'];

function opened(decoder: Open): Encoding {
  return { ...sound, decoder };
}

/** Returns a correct encoding (`sound` by default) with some methods of its decoder replaced. */
export function decoding(
  change: (decoder: ValueDecoder, bytes: Uint8Array) => Partial<ValueDecoder>,
  of: Encoding = sound,
): Encoding {
  return {
    ...of,
    decoder: (bytes, context) => {
      const decoder = of.decoder(bytes, context);
      const changed = change(decoder, bytes);
      return {
        get remaining(): number {
          return decoder.remaining;
        },
        read: (count) => (changed.read ?? decoder.read).call(decoder, count),
        readInto: (target, count) => (changed.readInto ?? decoder.readInto).call(decoder, target, count),
        skip: (count) => (changed.skip ?? decoder.skip).call(decoder, count),
        ...(changed.readKept && { readKept: changed.readKept }),
      };
    },
  };
}

/** Returns the correct encoding `sound` with some methods of its encoder replaced. */
function encoding(change: (encoder: ValueEncoder) => Partial<ValueEncoder>): Encoding {
  return {
    ...sound,
    encoder: (column) => {
      const encoder = sound.encoder(column);
      const changed = change(encoder);
      return {
        get byteLength(): number {
          return changed.byteLength ?? encoder.byteLength;
        },
        write: (values, from, to) => (changed.write ?? encoder.write).call(encoder, values, from, to),
        finish: () => (changed.finish ?? encoder.finish).call(encoder),
      };
    },
  };
}

function fixedOf(values: Values): FixedValues {
  if (values.layout !== 'fixed') throw new Error('not fixed');
  return values;
}

/** Returns an encoding whose decoder reads values into memory that its later reads overwrite. */
function sharing(): Encoding {
  return decoding((decoder) => {
    const scratch = new Uint8Array(4 * 400);
    return {
      read: (count) => {
        const { data } = fixedOf(decoder.read(count));
        scratch.set(bytesOf(data));
        return fixedValues(int32, scratch, 0, count);
      },
    };
  });
}

/** Returns an encoding whose decoders share one position, so that they are not independent. */
function shared(): Encoding {
  let last: ValueDecoder | undefined;
  return opened((bytes, context) => {
    last = sound.decoder(bytes, context);
    return {
      get remaining(): number {
        return last?.remaining ?? 0;
      },
      read: (count) => (last as ValueDecoder).read(count),
      readInto: (target, count) => last?.readInto(target, count),
      skip: (count) => last?.skip(count),
    };
  });
}

let sharedEncoder: ValueEncoder | undefined;

/** Faulty encodings that store values, not dictionary indices, keyed by the name of the case that must fail. */
export const mutants: Readonly<Record<string, Encoding>> = {
  'contract, id, name and usesDictionary are valid': { ...sound, id: 2 ** 31 },
  'unsupported columns throw a ParquetError': {
    ...sound,
    decoder: (bytes, context) => sound.decoder(bytes, { ...context, column: int32 }),
  },
  'one read returns all values': decoding((decoder) => ({ read: (count) => decoder.read(Math.min(count, 100)) })),
  'bytes may start at any address, and surrounding bytes are not read': opened((bytes, context) =>
    sound.decoder(new Uint8Array(bytes.buffer, 0, bytes.length), context),
  ),
  'reading in chunks of any size returns the same values as one read': decoding((decoder, bytes) => ({
    read: (count) => {
      decoder.skip(count);
      return fixedValues(int32, bytes, 0, count);
    },
  })),
  'the result of a read does not change afterwards': sharing(),
  'reading after skips returns the values after the skipped ones': decoding((decoder) => ({
    skip: (count) => decoder.skip(Math.max(count - 1, 0)),
  })),
  'readKept appends exactly the selected values': decoding((decoder) => ({
    // This decoder appends as many values as there are 1 bits, but always the next ones instead of the selected ones.
    readKept: (target, bits, first, count) => {
      let kept = 0;
      for (let i = first; i < first + count; i++) kept += ((bits[i >> 3] ?? 0) >> (i & 7)) & 1;
      decoder.readInto(target, kept);
      decoder.skip(count - kept);
    },
  })),
  'readInto appends copies of the values that read returns': decoding((decoder) => ({
    readInto: (target, count) => {
      decoder.skip(count);
      target.reserve(count);
      target.length += count;
    },
  })),
  'readInto can fill a reused buffer': decoding((decoder) => ({
    readInto: (target, count) => {
      const { data } = fixedOf(decoder.read(count));
      target.reserve(count);
      // This decoder is wrong for a reused buffer: it assumes that unused memory contains zeros.
      for (const [i, byte] of bytesOf(data).entries()) target.data[4 * target.length + i]! |= byte;
      target.length += count;
    },
  })),
  'junk after the values is not read': opened((bytes, context) => {
    if (bytes.length !== context.valueCount * 4) throw new ParquetError('CORRUPT', 'the page has the wrong size');
    return sound.decoder(bytes, context);
  }),
  'any range of values can be read or appended': decoding((decoder) => ({
    skip: (count) => decoder.skip(count === 255 ? 254 : count),
  })),
  'read, readInto and skip can be called in any order': opened((bytes, context) => {
    const reading = sound.decoder(bytes, context);
    const appending = sound.decoder(bytes, context);
    return {
      get remaining(): number {
        return reading.remaining;
      },
      read: (count) => reading.read(count),
      readInto: (target, count) => {
        appending.readInto(target, count);
        reading.skip(count);
      },
      skip: (count) => {
        reading.skip(count);
        appending.skip(count);
      },
    };
  }),
  'counts out of range throw INVALID_ARGUMENT and leave the decoder usable': decoding((decoder) => ({
    skip: (count) => decoder.skip(Math.min(Math.max(Math.floor(count) || 0, 0), decoder.remaining)),
  })),
  'a buffer of another type throws INVALID_ARGUMENT': decoding((decoder) => ({
    readInto: (target, count) => {
      decoder.skip(count);
      target.reserve(count);
      target.length += count;
    },
  })),
  'decoding does not change the bytes or the dictionary': opened((bytes, context) => {
    bytes.reverse();
    return sound.decoder(bytes, context);
  }),
  'decoders of the same page are independent': shared(),
  'an encoder does not change written values, nor refer to them after the write': encoding((encoder) => {
    const waiting: [values: Values, from: number, to: number][] = [];
    return {
      byteLength: 2 ** 20,
      write: (values, from, to) => {
        waiting.push([values, from, to]);
      },
      finish: () => {
        for (const range of waiting) encoder.write(...range);
        return encoder.finish();
      },
    };
  }),
  'encoders are independent': encoding((encoder) => {
    sharedEncoder = encoder;
    return { write: (values, from, to) => sharedEncoder?.write(values, from, to) };
  }),
  'truncated bytes yield a ParquetError, or the same values if no missing byte is needed': opened((bytes, context) => {
    if (bytes.length < context.valueCount * 4) throw new RangeError('out of bounds');
    return sound.decoder(bytes, context);
  }),
  'every flipped bit yields a ParquetError or the right number of values': opened((bytes, context) => {
    if ((bytes[0] ?? 0) === 0x84) throw new TypeError('the page starts with 84');
    return sound.decoder(bytes, context);
  }),
  'noise yields a ParquetError or the right number of values': opened((bytes, context) => {
    if (bytes.length > 4 * context.valueCount) throw new RangeError('the page has more bytes than its values need');
    return sound.decoder(bytes, context);
  }),
  'counts larger than the bytes allow throw a ParquetError and allocate no memory above the limit': opened(
    (bytes, context) => {
      const data = new Uint8Array(4 * Math.min(context.valueCount, 2 ** 24));
      if (bytes.length < 4 * context.valueCount) throw new ParquetError('TRUNCATED', 'values are missing');
      data.set(bytes.subarray(0, 4 * context.valueCount));
      return sound.decoder(data, context);
    },
  ),
  'decoding bytes with a flipped bit near the start allocates no memory above the limit': opened((bytes, context) => {
    if ((bytes[3] ?? 0) > 3) new Uint8Array((bytes[3] ?? 0) << 20);
    return sound.decoder(bytes, context);
  }),
  'reading more than limits.decodedBytes throws LIMIT, or returns values without allocating memory': opened(
    (bytes, context) => {
      if (4 * context.valueCount > context.limits.decodedBytes) throw new ParquetError('CORRUPT', 'too many');
      return sound.decoder(bytes, context);
    },
  ),
  'readInto throws LIMIT if the values exceed the limit of its buffer': decoding((decoder) => ({
    readInto: (target, count) => {
      try {
        decoder.readInto(target, count);
      } catch (error) {
        throw isParquetError(error) && error.code === 'LIMIT' ? new ParquetError('CORRUPT', 'too many') : error;
      }
    },
  })),
  'read returns values, not dictionary indices': decoding((decoder) => ({
    read: (count): Values => {
      const dictionary = fixedOf(decoder.read(count));
      const indices = Int32Array.from({ length: count }, (_, i) => i);
      return { layout: 'dictionary', type: 1, length: count, indices, dictionary };
    },
  })),
  'several writes yield the same values as one write, and byteLength is an upper bound': encoding(() => ({
    byteLength: 3,
  })),
  'values of another type, and ranges beyond the values, throw INVALID_ARGUMENT': encoding((encoder) => ({
    write: (values, from, to) => {
      if (values.layout === 'fixed') encoder.write(values, Math.max(from, 0), Math.min(to, values.length));
    },
  })),
  'values that were read can be written again': encoding((encoder) => ({
    write: (values, from, to) => {
      if (values.layout !== 'fixed') return encoder.write(values, from, to);
      // This encoder is wrong for values that are a view of a larger buffer: it reads from the start of the buffer.
      encoder.write({ ...values, data: new Int32Array(values.data.buffer, 0, values.length) } as Values, from, to);
    },
  })),
};
