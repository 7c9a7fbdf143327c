/** Creates errors for a `value` that contradicts its `typed_value`. */
import { ParquetError } from '@marquetry/core';

export function conflict(): ParquetError {
  return new ParquetError(
    'CORRUPT',
    'a VARIANT has both a `value` and a `typed_value`, and they are not two parts of one object',
  );
}

export function shreddedInValue(name: string): ParquetError {
  return new ParquetError('CORRUPT', `the shredded field ${JSON.stringify(name)} is in \`value\`, too`);
}
