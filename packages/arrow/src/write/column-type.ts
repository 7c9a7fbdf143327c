/** Checks whether values of an Arrow type can be written to a column. */
import { describeColumnType, ParquetError, PhysicalType } from '@marquetry/core';
import { type Annotation, defineSchema, formatPath, type LeafNode } from '@marquetry/schema';
import { type DataType, Field, Type } from 'apache-arrow';
import { columnDefinition } from './column-definition.js';
import { valueType } from './schema-from-arrow.js';

/**
 * Checks that values of `arrowType` can be written to the column. Strings and bytes can be written to any BYTE_ARRAY
 * column that is not a decimal. Fixed-size bytes can be written to any column of their width, and decimals to a decimal
 * of any physical type. Every other type requires the column that `schemaFromArrow` creates for it.
 * @throws ParquetError INVALID_ARGUMENT, naming the column, if the types do not match; UNSUPPORTED for types without a
 * Parquet equivalent.
 */
export function requireColumnType(arrowType: DataType, leaf: LeafNode): void {
  const column = formatPath(leaf.path);
  const type = valueType(arrowType);
  const definition = columnDefinition(new Field('column', type, true), type, column);
  const [own] = defineSchema({ column: definition }).leaves;
  if (own !== undefined && holds(leaf, own, type)) return;
  const what = leaf.annotation === undefined ? '' : ` (${describe(leaf.annotation)})`;
  const file = `${describeColumnType(leaf)}${what}`;
  throw new ParquetError('INVALID_ARGUMENT', `Arrow type ${arrowType} cannot be written to a column of type ${file}`, {
    column,
  });
}

function holds(leaf: LeafNode, own: LeafNode, type: DataType): boolean {
  const isDecimal = leaf.annotation?.kind === 'DECIMAL';
  if (type.typeId === Type.Decimal) return isDecimal && describe(leaf.annotation) === describe(own.annotation);
  if (type.typeId === Type.FixedSizeBinary) return !isDecimal && isFixedBytes(leaf) && leaf.width === own.width;
  if (leaf.type !== own.type || leaf.width !== own.width) return false;
  if (leaf.type === PhysicalType.BYTE_ARRAY) return !isDecimal;
  return describe(leaf.annotation) === describe(own.annotation);
}

function isFixedBytes({ type }: LeafNode): boolean {
  return type === PhysicalType.FIXED_LEN_BYTE_ARRAY || type === PhysicalType.INT96;
}

/**
 * Returns an annotation as text, to compare types. 32- and 64-bit signed integers have the same text as their physical
 * type. The text of a TIME omits `isAdjustedToUTC`, because Arrow types do not express it.
 */
function describe(annotation: Annotation | undefined): string {
  switch (annotation?.kind) {
    case undefined:
      return '';
    case 'INTEGER': {
      const { bitWidth, isSigned } = annotation;
      return isSigned && bitWidth >= 32 ? '' : `${isSigned ? 'INT' : 'UINT'}${bitWidth}`;
    }
    case 'DECIMAL':
      return `DECIMAL(${annotation.precision}, ${annotation.scale})`;
    case 'TIME':
      return `TIME ${annotation.unit}`;
    case 'TIMESTAMP':
      return `TIMESTAMP ${annotation.unit} ${annotation.isAdjustedToUTC ? 'UTC' : 'local'}`;
    default:
      return annotation?.kind ?? '';
  }
}
