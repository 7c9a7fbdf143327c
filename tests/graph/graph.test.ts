import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { checkLayers } from '../../scripts/check-layers.mjs';

const graph = checkLayers();

function importsOf(folder: string): string[] | undefined {
  return graph.packages[folder]?.imports;
}

test("every package imports only from lower layers, has no import cycles, declares exactly what it imports, and uses Node's modules only where that is allowed", () => {
  expect(graph.faults).toEqual([]);
});

describe('dependencies between packages', () => {
  test('the core package imports no other package', () => {
    expect(importsOf('core')).toEqual([]);
  });

  test('the page package does not import an encoding or codec', () => {
    expect(importsOf('page')).toEqual([
      '@marquetry/bit-io',
      '@marquetry/core',
      '@marquetry/levels',
      '@marquetry/metadata',
    ]);
  });

  test('the levels package imports the rle package, because levels are stored as RLE runs', () => {
    expect(importsOf('levels')).toEqual(['@marquetry/bit-io', '@marquetry/core', '@marquetry/rle']);
  });

  test.each(['plain', 'rle', 'delta', 'byte-stream-split', 'alp'])(
    'the %s package imports only core and bit-io',
    (encoding) => {
      expect(importsOf(encoding)).toEqual(['@marquetry/bit-io', '@marquetry/core']);
    },
  );

  test('the thrift package imports only core', () => {
    expect(importsOf('thrift')).toEqual(['@marquetry/core']);
  });
});

test('the layer check reports every fault of a broken workspace', () => {
  const { faults } = checkLayers(fileURLToPath(new URL('fixtures/broken-workspace', import.meta.url)));
  expect(faults.sort()).toEqual(
    [
      'packages/core/src/index.ts: compiles code from a string (eval or new Function)',
      'packages/core: is in layer 0 and must not use page of layer 4',
      'packages/page: imports undeclared, but does not declare it',
      'packages/page: imports form a circle: src/body.ts, src/header.ts, src/page.ts',
      'packages/page: imports form a circle: src/self.ts',
      'packages/page: must not use plain: they meet in a registry',
      'packages/plain/src/index.ts: imports node:fs, but this package does not have the export condition node',
      'packages/plain/src/index.ts: uses the Node global Buffer',
      'packages/plain/src/index.ts: uses the Node global process',
      'packages/plain: declares left-over, but does not import it',
      'packages/unlisted: has no layer: add it to scripts/layers.json',
      'scripts/layers.json names missing, which does not exist',
    ].sort(),
  );
});
