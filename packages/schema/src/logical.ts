/**
 * The logical type of a column: its `logicalType` if present, otherwise the equivalent of its converted type.
 *
 * Source: LogicalTypes.md, with the compatibility rules of each type.
 */
import { type ColumnType, ConvertedType, PhysicalType } from '@marquetry/core';
import type { LogicalType, SchemaElement } from '@marquetry/metadata';

/** The meaning of a column's values. INTERVAL is not a logical type of the format: it exists only as a converted type. */
export type Annotation = LogicalType | { readonly kind: 'INTERVAL' };

/**
 * Returns the annotation of a leaf. Returns `undefined` if the leaf has none, or one that is not allowed for its physical type;
 * its values are then plain values of the physical type.
 */
export function annotationOf(element: SchemaElement, column: ColumnType): Annotation | undefined {
  const annotation = element.logicalType ?? convertedAnnotation(element);
  return annotation !== undefined && applies(annotation, column) ? annotation : undefined;
}

/**
 * Returns the annotation of a group, such as LIST, MAP or VARIANT, without checking its structure. `parent` is the
 * annotation of the enclosing group.
 */
export function groupAnnotationOf(element: SchemaElement, parent: Annotation | undefined): Annotation | undefined {
  if (element.logicalType !== undefined) return element.logicalType;
  // Inside a MAP, a group with the annotation MAP_KEY_VALUE is the group of the entries, not a map
  // (LogicalTypes.md#maps, backward compatibility).
  if (element.convertedType === ConvertedType.MAP_KEY_VALUE && parent?.kind === 'MAP') return undefined;
  return convertedAnnotation(element);
}

function convertedAnnotation(element: SchemaElement): Annotation | undefined {
  switch (element.convertedType) {
    case ConvertedType.UTF8:
      return { kind: 'STRING' };
    // Outside a MAP, MAP_KEY_VALUE means MAP.
    case ConvertedType.MAP:
    case ConvertedType.MAP_KEY_VALUE:
      return { kind: 'MAP' };
    case ConvertedType.LIST:
      return { kind: 'LIST' };
    case ConvertedType.ENUM:
      return { kind: 'ENUM' };
    case ConvertedType.DECIMAL:
      return { kind: 'DECIMAL', scale: element.scale ?? 0, precision: element.precision ?? 0 };
    case ConvertedType.DATE:
      return { kind: 'DATE' };
    // Times and timestamps with a converted type are always in UTC.
    case ConvertedType.TIME_MILLIS:
      return { kind: 'TIME', isAdjustedToUTC: true, unit: 'MILLIS' };
    case ConvertedType.TIME_MICROS:
      return { kind: 'TIME', isAdjustedToUTC: true, unit: 'MICROS' };
    case ConvertedType.TIMESTAMP_MILLIS:
      return { kind: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MILLIS' };
    case ConvertedType.TIMESTAMP_MICROS:
      return { kind: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MICROS' };
    case ConvertedType.UINT_8:
    case ConvertedType.UINT_16:
    case ConvertedType.UINT_32:
    case ConvertedType.UINT_64:
      return { kind: 'INTEGER', bitWidth: 8 << (element.convertedType - ConvertedType.UINT_8), isSigned: false };
    case ConvertedType.INT_8:
    case ConvertedType.INT_16:
    case ConvertedType.INT_32:
    case ConvertedType.INT_64:
      return { kind: 'INTEGER', bitWidth: 8 << (element.convertedType - ConvertedType.INT_8), isSigned: true };
    case ConvertedType.JSON:
      return { kind: 'JSON' };
    case ConvertedType.BSON:
      return { kind: 'BSON' };
    case ConvertedType.INTERVAL:
      return { kind: 'INTERVAL' };
    default:
      return undefined;
  }
}

function applies(annotation: Annotation, { type, width }: ColumnType): boolean {
  const fixed = type === PhysicalType.FIXED_LEN_BYTE_ARRAY;
  switch (annotation.kind) {
    case 'STRING':
    case 'ENUM':
    case 'JSON':
    case 'BSON':
    case 'GEOMETRY':
    case 'GEOGRAPHY':
      return type === PhysicalType.BYTE_ARRAY;
    case 'UUID':
      return fixed && width === 16;
    case 'INTERVAL':
      return fixed && width === 12;
    case 'FLOAT16':
      return fixed && width === 2;
    case 'DATE':
      return type === PhysicalType.INT32;
    case 'TIME':
      return type === (annotation.unit === 'MILLIS' ? PhysicalType.INT32 : PhysicalType.INT64);
    case 'TIMESTAMP':
      return type === PhysicalType.INT64;
    case 'INTEGER':
      return integerApplies(annotation.bitWidth, type);
    case 'DECIMAL': {
      const holdsIntegers =
        type === PhysicalType.INT32 || type === PhysicalType.INT64 || type === PhysicalType.BYTE_ARRAY || fixed;
      return holdsIntegers && annotation.scale >= 0 && annotation.scale <= annotation.precision;
    }
    case 'UNKNOWN':
    case 'unknown':
      return true;
    default:
      return false;
  }
}

function integerApplies(bitWidth: number, type: PhysicalType): boolean {
  if (bitWidth === 64) return type === PhysicalType.INT64;
  return (bitWidth === 8 || bitWidth === 16 || bitWidth === 32) && type === PhysicalType.INT32;
}
