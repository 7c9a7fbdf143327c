/** Creates errors for a `value` that contradicts its `typed_value`. */
import { ParquetError } from '@marquetry/core';

export function conflict(): ParquetError {
  return new ParquetError(
    'CORRUPT',
    'a VARIANT has both `value` and `typed_value`, but is not a partially shredded object',
  );
}

export function shreddedInValue(name: string): ParquetError {
  return new ParquetError('CORRUPT', `the shredded field ${JSON.stringify(name)} is also in \`value\``);
}
