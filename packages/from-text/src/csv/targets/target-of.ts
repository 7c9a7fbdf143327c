/** Chooses the parser for the cells of a column, according to the type of the column. */
import { type ColumnBuffer, createColumnBuffer, ParquetError, PhysicalType } from '@marquetry/core';
import { describeType, formatPath, type LeafNode } from '@marquetry/schema';
import type { CellTarget } from './cell-target.js';
import { decimalTarget } from './decimal-target.js';
import { floatTarget } from './float-target.js';
import { int32Target, int64Target } from './integer-target.js';
import { booleanTarget, textTarget } from './plain-targets.js';
import { dateTarget, timestampTarget } from './time-target.js';

/**
 * Returns the object that parses the cells of a column.
 * @throws ParquetError UNSUPPORTED if cells cannot be converted to the type of the column.
 */
export function targetOf(leaf: LeafNode): CellTarget {
  const target = targetFor(leaf, createColumnBuffer(leaf));
  if (target !== undefined) return target;
  const types = 'BOOLEAN, INT8 to INT64, UINT8 to UINT64, FLOAT, DOUBLE, DECIMAL up to 18 digits, DATE, TIMESTAMP';
  throw new ParquetError(
    'UNSUPPORTED',
    `CSV cells can only become ${types}, STRING, ENUM or JSON, not ${describeType(leaf)}`,
    {
      column: formatPath(leaf.path),
    },
  );
}

function targetFor({ annotation }: LeafNode, buffer: ColumnBuffer): CellTarget | undefined {
  const { layout, type } = buffer;
  const kind = annotation?.kind;
  if (layout === 'bits') return booleanTarget(buffer);
  if (layout === 'bytes')
    return kind === 'STRING' || kind === 'ENUM' || kind === 'JSON' ? textTarget(buffer) : undefined;
  const isInt32 = type === PhysicalType.INT32;
  if (type === PhysicalType.FLOAT || type === PhysicalType.DOUBLE) return floatTarget(buffer);
  if (!isInt32 && type !== PhysicalType.INT64) return undefined;
  switch (annotation?.kind) {
    case undefined:
      return isInt32 ? int32Target(buffer, 32, true) : int64Target(buffer, true);
    case 'INTEGER':
      return isInt32
        ? int32Target(buffer, annotation.bitWidth, annotation.isSigned)
        : int64Target(buffer, annotation.isSigned);
    case 'DECIMAL':
      return decimalTarget(buffer, annotation.precision, annotation.scale);
    case 'DATE':
      return dateTarget(buffer);
    case 'TIMESTAMP':
      return annotation.unit === 'unknown'
        ? undefined
        : timestampTarget(buffer, annotation.unit, annotation.isAdjustedToUTC);
    default:
      return undefined;
  }
}
