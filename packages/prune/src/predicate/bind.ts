/**
 * Binds a predicate to a schema: resolves column paths, converts literals, and applies each `not` to the individual
 * tests inside it.
 */
import type { Where } from '@marquetry/file';
import { formatPath, type Schema } from '@marquetry/schema';
import { bindTest } from './bind-test.js';
import { combine, negate, type Predicate } from './predicate.js';
import { resolveFieldId, resolvePath } from './resolve.js';
import { formOf } from './where-form.js';

/**
 * Binds `where` to the columns of a schema.
 * @throws ParquetError INVALID_ARGUMENT, naming the cause, if a column or operator is unknown, or a literal cannot be
 *   compared with its column.
 */
export function bindWhere(schema: Schema, where: Where): Predicate {
  return bindAt(schema, where, 0);
}

function bindAt(schema: Schema, where: unknown, depth: number): Predicate {
  const form = formOf(where, depth);
  switch (form.kind) {
    case 'and':
    case 'or':
      return combine(
        form.kind,
        form.parts.map((each) => bindAt(schema, each, depth + 1)),
      );
    case 'not':
      return negate(bindAt(schema, form.part, depth + 1));
    case 'column': {
      const { path, test } = form;
      return bindTest(resolvePath(schema, path), typeof path === 'string' ? path : formatPath(path), test);
    }
    case 'fieldId': {
      const resolved = resolveFieldId(schema, form.fieldId);
      return bindTest(resolved, formatPath(resolved.field.node.path), form.test);
    }
    case 'function': {
      const leaves = [...new Set(form.columns.flatMap((column) => schema.find(column)))];
      return { kind: 'function', test: { leaves, test: form.test, isNegated: false } };
    }
  }
}
