/**
 * Finds the typed column that contains all values at a VARIANT path: its `typed_value`. For most row groups, the footer
 * proves that no value has another type. In the other row groups, such values are counted.
 */
import type { ColumnPiece } from '@marquetry/column';
import { isParquetError, nameOf, ParquetError, PhysicalType } from '@marquetry/core';
import type { FunctionTest, ParquetFile, ReadBatchesOptions } from '@marquetry/file';
import { countRows } from '@marquetry/prune';
import type { LeafNode, Schema } from '@marquetry/schema';
import { levelAt } from './absent-columns.js';
import { isOnlyTyped } from './needed-columns.js';
import { type PathColumns, pathColumnsOf } from './path-columns.js';
import { pathEntries } from './path-entries.js';

/** Returns the columns of a path; undefined if `column` names a stored column or does not lead into a VARIANT. */
export function pathNamed(schema: Schema, column: string): PathColumns | undefined {
  try {
    schema.find(column);
    return undefined;
  } catch (error) {
    if (isParquetError(error)) return pathColumnsOf(schema, column);
    throw error;
  }
}

/**
 * Resolves to the typed column with all values at the path. Error messages start with `use`.
 * @throws ParquetError UNSUPPORTED if the path is not shredded into a typed column, or if some of its values have
 * another type.
 */
export async function typedColumn(
  file: ParquetFile,
  path: PathColumns,
  use: string,
  { rowGroups, signal, paranoid }: Pick<ReadBatchesOptions, 'rowGroups' | 'signal' | 'paranoid'>,
): Promise<LeafNode> {
  const { typed, node } = path;
  const refuse = (what: string): never => {
    throw new ParquetError('UNSUPPORTED', `${use} a path into a VARIANT: ${what}`, { column: node.name });
  };
  if (typed === undefined) return refuse('it is not shredded into a typed column');
  const all = rowGroups ?? file.metadata.rowGroups.map((_, i) => i);
  const open = paranoid === true ? all : all.filter((rowGroup) => !isOnlyTyped(file, rowGroup, path));
  if (open.length === 0) return typed;
  const where = untypedTest(file.schema, path, typed);
  const count = await countRows(file, { where, rowGroups: open, ...(signal && { signal }) });
  if (count > 0)
    refuse(
      `its typed column has type ${nameOf(PhysicalType, typed.type)}, but ${count} of the values ${count === 1 ? 'does' : 'do'} not`,
    );
  return typed;
}

/** Returns a predicate that matches rows whose value at the path is neither null nor in `typed`. */
function untypedTest(schema: Schema, path: PathColumns, typed: LeafNode): FunctionTest {
  const { columns: names, entriesOf } = pathEntries(schema, path);
  return {
    columns: names,
    test: (columns, rowCount, bits) => {
      const byLeaf = new Map(columns.map((column) => [column.leaf, column]));
      const { nulls } = byLeaf.get(typed) as ColumnPiece;
      const entries = entriesOf((leaf) => byLeaf.get(leaf) as ColumnPiece, rowCount);
      for (let row = 0; row < rowCount; row++) {
        const kind = entries.borrow(row)?.kind ?? 'null';
        if (kind === 'null' || levelAt(nulls, row, typed.maxDefinitionLevel) === typed.maxDefinitionLevel) continue;
        bits[row >> 3] = (bits[row >> 3] as number) | (1 << (row & 7));
      }
    },
  };
}
