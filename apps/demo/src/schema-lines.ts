/** Formats the schema as an indented tree. */
import { describeColumnType } from '@marquetry/core';
import type { Annotation, GroupNode, SchemaNode } from 'marquetry';
import { type Cell, formatTable } from './terminal/table.js';

export function schemaLines(root: GroupNode): string[] {
  const rows: Cell[][] = [];
  const visit = (node: SchemaNode, depth: number): void => {
    const type = node.kind === 'group' ? 'group' : describeColumnType(node);
    const levels = `${node.maxDefinitionLevel}/${node.maxRepetitionLevel}`;
    const annotation = node.annotation === undefined ? '' : annotationText(node.annotation);
    rows.push([`${'  '.repeat(depth)}${node.name}`, node.repetition, type, annotation, levels]);
    if (node.kind === 'group') for (const child of node.children) visit(child, depth + 1);
  };
  for (const child of root.children) visit(child, 0);
  const titles = ['name', '', 'physical type', 'logical type', 'max levels (definition/repetition)'];
  return formatTable(
    titles.map((title) => ({ title })),
    rows,
  );
}

function annotationText(annotation: Annotation): string {
  switch (annotation.kind) {
    case 'DECIMAL':
      return `DECIMAL(${annotation.precision}, ${annotation.scale})`;
    case 'TIME':
    case 'TIMESTAMP':
      return `${annotation.kind}(${annotation.unit}, ${annotation.isAdjustedToUTC ? 'UTC' : 'local'})`;
    case 'INTEGER':
      return `${annotation.isSigned ? '' : 'U'}INT_${annotation.bitWidth}`;
    case 'unknown':
      return 'unknown logical type';
    default:
      return annotation.kind;
  }
}
