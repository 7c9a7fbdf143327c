/** Implements `--bytes text`: prints a byte-array column without a logical type as STRING if its values are text. */
import type { ParquetFile, ReadNestedOptions } from '@marquetry/file';
import { textColumns } from '@marquetry/file/text-columns';
import type { Field, LeafNode } from '@marquetry/schema';

export interface TextColumns {
  /** Returns the fields. Among them, byte-array columns that contain text are annotated as STRING. */
  of(fields: readonly Field[]): Promise<readonly Field[]>;
}

/**
 * Creates a function that finds the byte-array columns whose values are text. `read` selects the rows to print. If the
 * file has a byte-array column without a logical type, the function reads these rows before they are printed.
 */
export function createTextColumns(file: ParquetFile, read: ReadNestedOptions): TextColumns {
  return {
    of: async (fields) => {
      const columns = fields.flatMap(({ kind, leaves }) => (kind === 'variant' ? [] : leaves));
      const texts = await textColumns(file, true, { ...read, columns });
      return texts.size === 0 ? fields : fields.map((field) => annotated(field, texts));
    },
  };
}

function annotated(field: Field, texts: ReadonlySet<LeafNode>): Field {
  switch (field.kind) {
    case 'leaf':
      return texts.has(field.leaf) ? { ...field, leaf: { ...field.leaf, annotation: { kind: 'STRING' } } } : field;
    case 'struct':
      return { ...field, fields: field.fields.map((each) => annotated(each, texts)) };
    case 'variant':
      return field;
    case 'list':
      return { ...field, element: annotated(field.element, texts) };
    case 'map':
      return {
        ...field,
        key: annotated(field.key, texts),
        value: field.value === undefined ? undefined : annotated(field.value, texts),
      };
  }
}
