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

  it('is told from one that is not there', () => {
    expect(refused('half')).toEqual(new UsageError('HALF is only read here; there are: UNCOMPRESSED'));
    expect(refused('other')).toEqual(new UsageError('there is no codec other to write with; there are: UNCOMPRESSED'));
  });

  it('says which Node writes Zstandard', () => {
    expect(refused('zstd')).toEqual(
      new UsageError(
        'ZSTD is only read here (Node 22.15 and later write it, and so does --plugin @marquetry/codec-zstd-wasm); there are: UNCOMPRESSED',
      ),
    );
    expect(onlyRead(99, { codecs })).toBe('HALF is only read here');
  });
});
