import type { TypedColumn } from '@marquetry/file';
import { bindWhere, createGroupFacts, evaluate, leavesIn, verdictOf } from '@marquetry/prune';
import type { LeafNode } from '@marquetry/schema';
import { openParquet } from 'marquetry';
import { expect, test } from 'vitest';
import { pick, randomOf, randomPredicate } from './natural.js';
import { listed, randomFile } from './random-file.js';
import { seedsOf } from './seeds.js';

test.each(seedsOf(0, { full: 100, quick: 15 }))(
  'predicates on the random file %i keep the same rows as plain JavaScript, and metadata never contradicts them',
  async (seed) => {
    const random = randomOf(seed);
    const { bytes, rows, lists } = await randomFile(random, pick(random, [1, 30, 200]));
    const file = await openParquet(bytes);
    const facts = createGroupFacts(file);
    for (let i = 0; i < 60; i++) {
      const predicate = randomPredicate(random, rows, listed, pick(random, [0, 1, 2, 3]));
      const bound = bindWhere(file.schema, predicate.where);
      const found: number[] = [];
      const leaves = leavesIn(bound);
      const form = pick(random, [
        {},
        { spaced: true },
        { decodeDictionaries: true },
        { spaced: true, decodeDictionaries: true },
      ]);
      let first = 0;
      for (const [rowGroup, { numRows }] of file.metadata.rowGroups.entries()) {
        let columns: readonly TypedColumn[] = [];
        for await (columns of file.leafBatches({ columns: leaves, rowGroups: [rowGroup], ...form }));
        const columnOf = (leaf: LeafNode): TypedColumn => columns.find((column) => column.leaf === leaf) as TypedColumn;
        const bits = evaluate(bound, { rowCount: numRows, columnOf });
        const passed = Array.from({ length: numRows }, (_, row) => row).filter(
          (row) => ((bits[row >> 3] as number) >> (row & 7)) & 1,
        );
        found.push(...passed.map((row) => first + row));
        const { verdict } = verdictOf(bound, (leaf) => facts.of(rowGroup, leaf));
        if (verdict === 'none') expect([predicate.where, passed]).toEqual([predicate.where, []]);
        if (verdict === 'all') expect([predicate.where, passed.length]).toEqual([predicate.where, numRows]);
        first += numRows;
      }
      const expected = rows.flatMap((row, n) => (predicate.holds(row, lists[n] ?? {}) === true ? [n] : []));
      expect([predicate.where, found]).toEqual([predicate.where, expected]);
    }
  },
);
