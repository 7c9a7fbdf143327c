import {
  type Codec,
  CodecId,
  createCodecRegistry,
  createRegistry,
  defineEncoding,
  type Encoding,
  EncodingId,
  requireContract,
} from '@marquetry/core';
import { describe, expect, test } from 'vitest';

const int32 = { type: 1, width: 4 } as const;
const fixed16 = { type: 7, width: 16 } as const;

function encoding(id: number, name: string, type = 1): Encoding {
  return defineEncoding({
    contract: 1,
    id,
    name,
    usesDictionary: false,
    supports: (column) => column.type === type,
    decoder: () => {
      throw new Error('not called');
    },
  });
}

function codec(id: number, name: string): Codec {
  return { contract: 1, id, name, decompress: () => {} };
}

test('requireContract rejects kernels with an unsupported contract version, and the error names the kernels', () => {
  expect(() => requireContract('kernels', { contract: 1, name: 'fast' })).not.toThrow();
  expect(() => requireContract('kernels', { contract: 3, name: 'fast' })).toThrow(
    expect.objectContaining({
      code: 'INVALID_ARGUMENT',
      message: 'kernels fast implements contract 3; this @marquetry/core requires contract 1',
    }),
  );
});

describe('a registry of encodings', () => {
  const plain = encoding(0, 'PLAIN');
  const rle = encoding(3, 'RLE');
  const own = encoding(-7, 'OWN');

  test('a registry of encodings finds encodings by id, and yields them in the given order', () => {
    const registry = createRegistry([rle, plain, own]);
    expect([...registry]).toEqual([rle, plain, own]);
    expect(registry.find(3)).toBe(rle);
    expect(registry.find(-7)).toBe(own);
    expect(registry.find(4)).toBeUndefined();
    expect(registry.resolve(0, int32)).toBe(plain);
  });

  test('resolve throws UNSUPPORTED for an encoding id that is not registered, naming the id, the type, the registered ids and the package', () => {
    expect(() => createRegistry([plain, rle]).resolve(5, fixed16)).toThrow(
      expect.objectContaining({
        code: 'UNSUPPORTED',
        message:
          'encoding DELTA_BINARY_PACKED (5) of FIXED_LEN_BYTE_ARRAY(16) values is not registered; ' +
          'registered: PLAIN (0), RLE (3); install @marquetry/delta and add deltaBinaryPacked',
      }),
    );
  });

  test.each([
    ['PLAIN', 'plain', 'plain'],
    ['GROUP_VAR_INT', 'group-varint', 'groupVarint'],
    ['PLAIN_DICTIONARY', 'dictionary', 'plainDictionary'],
    ['RLE', 'rle', 'rle'],
    ['DELTA_LENGTH_BYTE_ARRAY', 'delta', 'deltaLengthByteArray'],
    ['DELTA_BYTE_ARRAY', 'delta', 'deltaByteArray'],
    ['RLE_DICTIONARY', 'dictionary', 'rleDictionary'],
    ['BYTE_STREAM_SPLIT', 'byte-stream-split', 'byteStreamSplit'],
    ['ALP', 'alp', 'alp'],
  ] as const)('the error for %s names the package %s and the export %s', (name, folder, exported) => {
    expect(() => createRegistry().resolve(EncodingId[name], int32)).toThrow(
      `; none is; install @marquetry/${folder} and add ${exported}`,
    );
  });

  test('the error for BIT_PACKED names no package, because BIT_PACKED is used only for levels', () => {
    expect(() => createRegistry().resolve(EncodingId.BIT_PACKED, int32)).toThrow(/is not registered; none is$/);
  });

  test('the error for an encoding id that the format does not define names only its number', () => {
    expect(() => createRegistry().resolve(200, int32)).toThrow(
      'encoding id 200 of INT32 values is not registered; none is',
    );
  });

  test('resolve throws UNSUPPORTED, and names the encoding and the type, if the encoding cannot store the type', () => {
    expect(() => createRegistry([plain]).resolve(0, fixed16)).toThrow(
      expect.objectContaining({
        code: 'UNSUPPORTED',
        message: 'encoding PLAIN (0) cannot hold FIXED_LEN_BYTE_ARRAY(16) values',
      }),
    );
  });

  test('createRegistry and with() reject two encodings with the same id', () => {
    const error = expect.objectContaining({
      code: 'INVALID_ARGUMENT',
      message: 'encoding OTHER has the id 0 of PLAIN; use replace() to replace it on purpose',
    });
    expect(() => createRegistry([plain, encoding(0, 'OTHER')])).toThrow(error);
    expect(() => createRegistry([plain]).with(encoding(0, 'OTHER'))).toThrow(error);
    expect(() => createRegistry([plain]).with(plain)).toThrow('id 0');
  });

  test('createRegistry rejects an encoding with an unsupported contract version, and the error states both versions', () => {
    const newer = { ...plain, contract: 2 } as unknown as Encoding;
    expect(() => createRegistry([newer])).toThrow(
      expect.objectContaining({
        code: 'INVALID_ARGUMENT',
        message: 'encoding PLAIN (0) implements contract 2; this @marquetry/core requires contract 1',
      }),
    );
  });

  test.each([0.5, 2 ** 31, Number.NaN])('createRegistry rejects the encoding id %d, which is not an int32', (id) => {
    expect(() => createRegistry([encoding(id, 'ODD')])).toThrow(expect.objectContaining({ code: 'INVALID_ARGUMENT' }));
  });

  test('with() and replace() do not change the registry', () => {
    const registry = createRegistry([plain, rle]);
    const other = encoding(0, 'OTHER');
    expect([...registry.with(own)]).toEqual([plain, rle, own]);
    expect(new Set(registry.replace(other, own))).toEqual(new Set([other, rle, own]));
    expect([...registry]).toEqual([plain, rle]);
  });
});

describe('a registry of codecs', () => {
  const snappy = codec(1, 'SNAPPY');

  test('a registry of codecs finds and resolves codecs by id', () => {
    const registry = createCodecRegistry([snappy]);
    expect(registry.find(1)).toBe(snappy);
    expect(registry.resolve(1)).toBe(snappy);
    expect([...registry.with(codec(6, 'ZSTD'))].map(({ name }) => name)).toEqual(['SNAPPY', 'ZSTD']);
    expect(registry.replace(codec(1, 'MINE')).resolve(1).name).toBe('MINE');
  });

  test('resolve throws UNSUPPORTED for a codec id that is not registered, naming the id, the registered ids and the package', () => {
    expect(() => createCodecRegistry([snappy]).resolve(6)).toThrow(
      expect.objectContaining({
        code: 'UNSUPPORTED',
        message: 'codec ZSTD (6) is not registered; registered: SNAPPY (1); install @marquetry/codec-zstd and add zstd',
      }),
    );
  });

  test.each([
    ['SNAPPY', 'snappy', 'snappy'],
    ['GZIP', 'gzip', 'gzip'],
    ['LZO', 'lzo', 'lzo'],
    ['BROTLI', 'brotli', 'brotli'],
    ['LZ4', 'lz4', 'lz4'],
    ['LZ4_RAW', 'lz4', 'lz4Raw'],
  ] as const)('the error for %s names the package codec-%s and the export %s', (name, folder, exported) => {
    expect(() => createCodecRegistry().resolve(CodecId[name])).toThrow(
      `; none is; install @marquetry/codec-${folder} and add ${exported}`,
    );
  });

  test('errors for UNCOMPRESSED and unknown codec ids do not name a package', () => {
    for (const id of [0, 8, -1]) expect(() => createCodecRegistry().resolve(id)).toThrow(/is not registered; none is$/);
  });

  test('createCodecRegistry, with() and replace() reject a codec with an unsupported contract version', () => {
    const newer = { ...codec(6, 'ZSTD'), contract: 2 } as unknown as Codec;
    const error = expect.objectContaining({
      code: 'INVALID_ARGUMENT',
      message: 'codec ZSTD (6) implements contract 2; this @marquetry/core requires contract 1',
    });
    expect(() => createCodecRegistry([newer])).toThrow(error);
    expect(() => createCodecRegistry().with(newer)).toThrow(error);
    expect(() => createCodecRegistry([codec(6, 'OLDER')]).replace(newer)).toThrow(error);
  });

  test('createCodecRegistry rejects two codecs with the same id', () => {
    expect(() => createCodecRegistry([snappy, codec(1, 'OTHER')])).toThrow('codec OTHER has the id 1 of SNAPPY');
  });
});
