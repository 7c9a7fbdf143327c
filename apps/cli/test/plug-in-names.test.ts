import { createCodecRegistry } from '@marquetry/core';
import { describe, expect, it } from 'vitest';
import { UsageError } from '../src/failure.js';
import { codecNamed, onlyRead } from '../src/plug-in-names.js';

const readOnly = (id: number, name: string) => ({ contract: 1, id, name, decompress: () => {} }) as const;
const codecs = createCodecRegistry([readOnly(99, 'HALF'), readOnly(6, 'ZSTD')]);

describe('a codec that only decompresses', () => {
  const refused = (name: string): unknown => {
    try {
      return codecNamed(name, { codecs });
    } catch (error) {
      return error;
    }
  };

  it('the error for a codec that can only decompress differs from that for an unknown codec', () => {
    expect(refused('half')).toEqual(new UsageError('HALF can be read but not written; choose from: UNCOMPRESSED'));
    expect(refused('other')).toEqual(new UsageError('no writable codec is named other; choose from: UNCOMPRESSED'));
  });

  it('the error for ZSTD names the Node versions that can write it', () => {
    expect(refused('zstd')).toEqual(
      new UsageError(
        'ZSTD can be read but not written (to write it, use Node 22.15 or later, or --plugin @marquetry/codec-zstd-wasm); choose from: UNCOMPRESSED',
      ),
    );
    expect(onlyRead(99, { codecs })).toBe('HALF can be read but not written');
  });
});
