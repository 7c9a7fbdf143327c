/**
 * Finds the values of each Parquet leaf in the columns that DuckDB returns.
 *
 * DuckDB shows a group as STRUCT, LIST or MAP. The leaves below each top-level column have the same order as in Parquet, so they
 * are matched by position.
 */
import { type DuckDBType, DuckDBTypeId } from '@duckdb/node-api';
import { formatPath, type ParquetFile, type SchemaNode } from 'marquetry';
import type { Engine } from './engine.js';
import { exactPath, identifier, literal } from './sql-text.js';

/** A query that returns the values of a leaf as the column `v`, or the reason why there is no such query. */
export type EngineLeaf =
  | { readonly type: DuckDBType; readonly from: string }
  | { readonly type?: undefined; readonly reason: string };

/** Returns one entry per leaf of the schema. @throws DuckDB's error if it cannot open the file. */
export async function matchLeaves(engine: Engine, file: ParquetFile, path: string): Promise<EngineLeaf[]> {
  const relation = `read_parquet(${literal(exactPath(path))}, hive_partitioning = false)`;
  const columns = await engine.columnsOf(`SELECT * FROM ${relation} LIMIT 0`);
  const { children } = file.schema.root;
  return children.flatMap((child, i): EngineLeaf[] => {
    const count = leafCount(child);
    const column = columns[i];
    if (column === undefined || columns.length !== children.length) {
      return repeat(count, { reason: `DuckDB shows ${columns.length} columns, but the schema has ${children.length}` });
    }
    const { name, type } = column;
    const leaves = leavesOf(type, `SELECT ${identifier(name)} AS v FROM ${relation}`);
    if (leaves.length === count) return leaves;
    return repeat(count, { reason: `DuckDB shows ${formatPath([child.name])} as ${type}` });
  });
}

function leavesOf(type: DuckDBType, from: string): EngineLeaf[] {
  switch (type.typeId) {
    case DuckDBTypeId.LIST:
      return leavesOf(type.valueType, `SELECT unnest(v) AS v FROM (${from})`);
    case DuckDBTypeId.MAP:
      return [
        ...leavesOf(type.keyType, `SELECT unnest(map_keys(v)) AS v FROM (${from})`),
        ...leavesOf(type.valueType, `SELECT unnest(map_values(v)) AS v FROM (${from})`),
      ];
    case DuckDBTypeId.STRUCT:
      return type.entryTypes.flatMap((entry, i) =>
        leavesOf(entry, `SELECT struct_extract_at(v, ${i + 1}) AS v FROM (${from})`),
      );
    default:
      return [{ type, from }];
  }
}

function leafCount(node: SchemaNode): number {
  return node.kind === 'leaf' ? 1 : node.children.reduce((sum, child) => sum + leafCount(child), 0);
}

function repeat<T>(count: number, item: T): T[] {
  return Array.from({ length: count }, () => item);
}
