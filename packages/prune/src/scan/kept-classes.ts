/**
 * Prevents V8 from discarding the optimized code of scans between two scans. The code depends on the hidden classes of
 * objects, which V8 frees with the last object of a class, so this file keeps one object of each class alive.
 * `kept-classes.ts` in `@marquetry/file` does the same for reads.
 */
import { columnKernels } from '@marquetry/bit-io';
import { createColumnBuffer, defaultLimits, type FixedBuffer, PhysicalType } from '@marquetry/core';
import { createSchema, type LeafNode } from '@marquetry/schema';
import { BlockColumns } from './block-columns.js';
import { PageTest } from './page-test.js';

const kept: unknown[] = [];

/** Creates one object of each class that scans use, and keeps it alive. Call it before a scan creates its first object. */
export function keepScanClasses(): void {
  if (kept.length > 0) return;
  const schema = createSchema([
    { name: 'root', numChildren: 1 },
    { name: 'sample', type: PhysicalType.INT64, repetitionType: 0 },
  ]);
  const leaf = schema.leaves[0] as LeafNode;
  const output = { kernels: columnKernels, limits: defaultLimits, decodesDictionary: () => false };
  const columns = new BlockColumns([leaf], 1, output, undefined);
  const buffer = createColumnBuffer(leaf, { capacity: 1 }) as FixedBuffer;
  columns.appendWords(buffer, { bits: Uint8Array.of(1), count: 1, kept: 1 }, false, undefined, undefined);
  const rows = { bits: new Uint8Array(1), first: 0, count: 1 };
  const test = new PageTest(
    {
      scan: { file: output, forms: { spaced: () => false }, kept: new Set([leaf]), output, signal: undefined },
      conjunct: { predicate: { kind: 'constant', value: true }, leaves: [leaf], tested: 0, passed: 0 },
      leaf,
      before: rows,
      passed: rows,
      isAll: true,
    },
    1,
  );
  kept.push(columns, test);
}
