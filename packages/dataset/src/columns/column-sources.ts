/**
 * Determines where each column of the dataset comes from in a given file:
 *
 *   stored    the file has the column, possibly with a narrower type or with fewer optional nodes on its path
 *   below     the file does not have the column, but has a group that contains it in the dataset; another column in
 *             that group shows in which rows the group is null
 *   constant  the file does not have the column: every row has the value of the file's partition, or null
 */
import type { DirectValues } from '@marquetry/core';
import { ParquetError } from '@marquetry/core';
import { formatPath, type GroupNode, type LeafNode, type Schema, type SchemaNode } from '@marquetry/schema';
import { keyOf, type MatchBy } from '../schema/node-key.js';
import { describeType, holdsAll, isSame, refuseTypes, wider } from '../schema/widen-type.js';
import { type LevelMap, levelMapOf } from './level-map.js';
import { type WidenValues, wideningOf } from './widen-values.js';

export type ColumnSource =
  | { readonly kind: 'stored'; readonly stored: LeafNode; readonly levels: LevelMap; readonly widen: WidenValues }
  | {
      readonly kind: 'below';
      readonly stored: LeafNode;
      readonly levels: LevelMap;
      /**
       * The column of the dataset whose data is in the file's column `stored`. The levels of this column show in which
       * rows `group` is null.
       */
      readonly beside: LeafNode;
      readonly group: GroupNode;
    }
  | { readonly kind: 'constant'; readonly value: DirectValues | undefined };

/** The source of each column of the dataset in one file. */
export interface ColumnSources {
  sourceOf(leaf: LeafNode): ColumnSource;
  /** Converts a path in the dataset to the path in the file. Returns `undefined` if the file has no such node. */
  namesOf(names: readonly string[]): readonly string[] | undefined;
}

/**
 * Determines where each column of the dataset comes from in a given file. `constants` has the values of the partition
 * columns.
 * @throws ParquetError UNSUPPORTED if a column of the file cannot be converted to the type of the dataset's column.
 */
export function findColumns(
  dataset: Schema,
  file: Schema,
  path: string,
  by: MatchBy,
  constants: ReadonlyMap<string, DirectValues | undefined>,
): ColumnSources {
  const sources = new Map<LeafNode, ColumnSource>();
  const nodes = new Map<SchemaNode, SchemaNode>();
  const visit = (
    group: GroupNode,
    inFile: GroupNode,
    above: readonly SchemaNode[],
    aboveInFile: readonly SchemaNode[],
  ): void => {
    const byKey = new Map(inFile.children.map((child) => [keyOf(child, by), child]));
    for (const child of group.children) {
      const isConstant = above.length === 0 && constants.has(child.name);
      const found = isConstant ? undefined : byKey.get(keyOf(child, by));
      if (found === undefined) continue;
      requireShape(child, found, path);
      nodes.set(child, found);
      const [way, wayInFile] = [
        [...above, child],
        [...aboveInFile, found],
      ];
      if (child.kind === 'group' && found.kind === 'group') visit(child, found, way, wayInFile);
      if (child.kind === 'leaf' && found.kind === 'leaf') {
        sources.set(child, {
          kind: 'stored',
          stored: found,
          levels: levelMapOf(wayInFile, way),
          widen: requireType(child, found, path),
        });
      }
    }
  };
  visit(dataset.root, file.root, [], []);
  const sourceOf = (leaf: LeafNode): ColumnSource => {
    const known = sources.get(leaf);
    if (known !== undefined) return known;
    const source = absentSource(dataset.root, leaf, nodes, sources, constants);
    sources.set(leaf, source);
    return source;
  };
  return {
    sourceOf,
    namesOf: (names) => {
      const node = nodeAt(dataset.root, names);
      return node === undefined ? undefined : nodes.get(node)?.path;
    },
  };
}

function nodeAt(root: GroupNode, names: readonly string[]): SchemaNode | undefined {
  let node: SchemaNode | undefined = root;
  for (const name of names) {
    node = node?.kind === 'group' ? node.children.find((child) => child.name === name) : undefined;
  }
  return node;
}

function absentSource(
  root: GroupNode,
  leaf: LeafNode,
  nodes: ReadonlyMap<SchemaNode, SchemaNode>,
  sources: ReadonlyMap<LeafNode, ColumnSource>,
  constants: ReadonlyMap<string, DirectValues | undefined>,
): ColumnSource {
  if (leaf.path.length === 1) return { kind: 'constant', value: constants.get(leaf.name) };
  for (let depth = leaf.path.length - 1; depth > 0; depth--) {
    const group = nodeAt(root, leaf.path.slice(0, depth));
    if (group?.kind !== 'group' || !nodes.has(group)) continue;
    const [beside] = storedBelow(group, sources);
    if (beside === undefined) continue;
    const source = sources.get(beside);
    if (source?.kind === 'stored') {
      return { kind: 'below', stored: source.stored, levels: source.levels, beside, group };
    }
  }
  return { kind: 'constant', value: undefined };
}

function* storedBelow(node: SchemaNode, sources: ReadonlyMap<LeafNode, ColumnSource>): Generator<LeafNode> {
  if (node.kind === 'leaf') {
    if (sources.get(node)?.kind === 'stored') yield node;
  } else for (const child of node.children) yield* storedBelow(child, sources);
}

function requireShape(node: SchemaNode, inFile: SchemaNode, path: string): void {
  const column = formatPath(node.path);
  const refuse = (found: string, wanted: string): never => {
    const what = `the column is ${found} in ${path}, but ${wanted} in the dataset`;
    throw new ParquetError('UNSUPPORTED', what, { column });
  };
  if (node.kind !== inFile.kind) refuse(`a ${inFile.kind}`, `a ${node.kind}`);
  if ((node.repetition === 'repeated') !== (inFile.repetition === 'repeated')) {
    refuse(inFile.repetition, node.repetition);
  }
  if (node.repetition === 'required' && inFile.repetition === 'optional') {
    refuse('optional', 'required');
  }
}

function requireType(leaf: LeafNode, inFile: LeafNode, path: string): WidenValues {
  if (isSame(leaf, inFile)) return undefined;
  if (wider(leaf, inFile) === undefined) refuseTypes(formatPath(leaf.path), inFile, path, leaf, 'the dataset');
  if (!holdsAll(leaf, inFile)) {
    const what = `the column is ${describeType(inFile)} in ${path}, which is wider than ${describeType(leaf)} in the dataset`;
    throw new ParquetError('UNSUPPORTED', what, { column: formatPath(leaf.path) });
  }
  return wideningOf(inFile, leaf);
}
