/** Finds the fields that contain a byte. */
import type { ByteField } from '@marquetry/inspect/bytes';

export interface FieldIndex {
  /** Returns the innermost field that contains a byte; undefined if none does. */
  at(byte: number): ByteField | undefined;
  /** Returns the fields from the outermost to `field`. */
  pathTo(field: ByteField): readonly ByteField[];
}

export function createFieldIndex(fields: readonly ByteField[]): FieldIndex {
  const at = (byte: number): ByteField | undefined => {
    let found: ByteField | undefined;
    let within = fields;
    for (;;) {
      const inner = fieldAt(within, byte);
      if (inner === undefined) return found;
      found = inner;
      within = inner.children;
    }
  };
  return {
    at,
    pathTo: (field) => {
      const path: ByteField[] = [];
      let within = fields;
      for (;;) {
        // Several fields smaller than a byte can share that byte, so first look for the field itself.
        const next = within.includes(field) ? field : fieldAt(within, field.start);
        if (next === undefined) return path;
        path.push(next);
        if (next === field) return path;
        within = next.children;
      }
    },
  };
}

/** Finds the first field that contains a byte, by bisection. The fields must be in ascending order. */
function fieldAt(fields: readonly ByteField[], byte: number): ByteField | undefined {
  let low = 0;
  let high = fields.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((fields[middle] as ByteField).end > byte) high = middle;
    else low = middle + 1;
  }
  const field = fields[low];
  return field !== undefined && field.start <= byte ? field : undefined;
}
