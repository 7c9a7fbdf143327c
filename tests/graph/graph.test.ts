import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { checkLayers } from '../../scripts/check-layers.mjs';

const graph = checkLayers();

function importsOf(folder: string): string[] | undefined {
  return graph.packages[folder]?.imports;
}

test('every package imports from lower layers only and in no circle, declares exactly what it imports, and keeps Node out', () => {
  expect(graph.faults).toEqual([]);
});

describe('the edges that the design is about', () => {
  test('core imports nothing', () => {
    expect(importsOf('core')).toEqual([]);
  });

  test('page meets no encoding and no codec', () => {
    expect(importsOf('page')).toEqual([
      '@marquetry/bit-io',
      '@marquetry/core',
      '@marquetry/levels',
      '@marquetry/metadata',
    ]);
  });

  test('level coding is closed: levels uses the run grammar of rle', () => {
    expect(importsOf('levels')).toEqual(['@marquetry/bit-io', '@marquetry/core', '@marquetry/rle']);
  });

  test.each(['plain', 'rle', 'delta', 'byte-stream-split', 'alp'])('%s needs core and bit-io only', (encoding) => {
    expect(importsOf(encoding)).toEqual(['@marquetry/bit-io', '@marquetry/core']);
  });

  test('thrift has nothing of Parquet in it', () => {
    expect(importsOf('thrift')).toEqual(['@marquetry/core']);
  });
});

test('the check finds what is wrong with a broken workspace', () => {
  const { faults } = checkLayers(fileURLToPath(new URL('fixtures/broken-workspace', import.meta.url)));
  expect(faults.sort()).toEqual(
    [
      'packages/core/src/index.ts: makes code from text (eval or new Function)',
      'packages/core: layer 0 uses page of layer 4',
      'packages/page: imports undeclared and does not declare it',
      'packages/page: imports go in a circle through src/body.ts, src/header.ts, src/page.ts',
      'packages/page: imports go in a circle through src/self.ts',
      'packages/page: must not use plain: they meet in a registry',
      'packages/plain/src/index.ts: imports node:fs, and this package has no node condition',
      'packages/plain/src/index.ts: uses the Node global Buffer',
      'packages/plain/src/index.ts: uses the Node global process',
      'packages/plain: declares left-over and does not import it',
      'packages/unlisted: has no layer in scripts/layers.json',
      'scripts/layers.json: names missing, which does not exist',
    ].sort(),
  );
});
