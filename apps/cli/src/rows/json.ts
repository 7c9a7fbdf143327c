/**
 * One JSON object a line.
 */
import { createJsonWriter } from '@marquetry/json';
import type { LeafNode } from '@marquetry/schema';
import type { RowFormat } from './format.js';

export function createJsonFormat(leaves: readonly LeafNode[]): RowFormat {
  const keys = leaves.map(({ name }, i) => `${i === 0 ? '{' : ','}${JSON.stringify(name)}:`);
  const close = leaves.length === 0 ? '{}\n' : '}\n';
  return {
    writerOf: createJsonWriter,
    begin: () => '',
    row: (cells, row) => {
      let text = '';
      for (let i = 0; i < cells.length; i++) text += (keys[i] as string) + (cells[i]?.(row) ?? 'null');
      return text + close;
    },
    end: () => '',
  };
}
