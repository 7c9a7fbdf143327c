/** Compares the schemas of two files. */
import { describeAnnotation, describePhysicalType, formatPath, type Schema, type SchemaNode } from '@marquetry/schema';

/** A schema node that differs between file A and file B. */
export interface SchemaDifference {
  readonly path: string;
  /**
   * A description of the node, such as `optional INT64 TIMESTAMP(MICROS, UTC)`; null if the schema does not have the
   * node.
   */
  readonly a: string | null;
  readonly b: string | null;
}

/**
 * Returns the nodes that only one schema has, or that differ in type or repetition. Nodes of `a` are first, in schema
 * order, followed by those that only `b` has.
 */
export function schemaDifferences(a: Schema, b: Schema): readonly SchemaDifference[] {
  const inA = nodesByPath(a);
  const inB = nodesByPath(b);
  const differences: SchemaDifference[] = [];
  for (const [path, text] of inA) {
    const other = inB.get(path) ?? null;
    if (other !== text) differences.push({ path, a: text, b: other });
  }
  for (const [path, text] of inB) if (!inA.has(path)) differences.push({ path, a: null, b: text });
  return differences;
}

/** True if the columns that both schemas have are in the same order. */
export function haveSameOrder(a: Schema, b: Schema): boolean {
  const paths = (schema: Schema, other: Schema): string[] => {
    const known = nodesByPath(other);
    return [...nodesByPath(schema).keys()].filter((path) => known.has(path));
  };
  return JSON.stringify(paths(a, b)) === JSON.stringify(paths(b, a));
}

/** Returns the description of each node, by path. Nodes with the same path share one entry. */
function nodesByPath({ root }: Schema): Map<string, string> {
  const found = new Map<string, string>();
  const add = (nodes: readonly SchemaNode[]): void => {
    for (const node of nodes) {
      const path = formatPath(node.path);
      const before = found.get(path);
      found.set(path, before === undefined ? describeNode(node) : `${before}, ${describeNode(node)}`);
      if (node.kind === 'group') add(node.children);
    }
  };
  add(root.children);
  return found;
}

function describeNode(node: SchemaNode): string {
  const annotation = node.annotation === undefined ? [] : [describeAnnotation(node.annotation)];
  return [node.repetition, node.kind === 'leaf' ? describePhysicalType(node) : 'group', ...annotation].join(' ');
}
