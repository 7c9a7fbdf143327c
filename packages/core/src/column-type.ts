/**
 * Defines the properties of a column that encodings need (the physical type and the width of a value), and those that
 * pages need (also the maximum levels).
 */
import { nameOf, PhysicalType } from './ids.js';

/** The physical type of a column, and the width of its values. */
export interface ColumnType {
  readonly type: PhysicalType;
  /**
   * Bytes per value: 4 (INT32, FLOAT), 8 (INT64, DOUBLE), 12 (INT96), `type_length` (FIXED_LEN_BYTE_ARRAY), or 0
   * (BOOLEAN and BYTE_ARRAY, whose values have no fixed width in bytes).
   */
  readonly width: number;
}

/** The properties of a column that are needed to read a page: the type and the maximum levels. */
export interface LeafColumn extends ColumnType {
  /** The maximum definition level; 0 if the column and all its ancestors are required. */
  readonly maxDefinitionLevel: number;
  /** The maximum repetition level; 0 if neither the column nor an ancestor is repeated. */
  readonly maxRepetitionLevel: number;
}

/** Returns the width in bytes of a value of the given type. `typeLength` is the width of FIXED_LEN_BYTE_ARRAY. */
export function widthOf(type: PhysicalType, typeLength = 0): number {
  switch (type) {
    case PhysicalType.INT32:
    case PhysicalType.FLOAT:
      return 4;
    case PhysicalType.INT64:
    case PhysicalType.DOUBLE:
      return 8;
    case PhysicalType.INT96:
      return 12;
    case PhysicalType.FIXED_LEN_BYTE_ARRAY:
      return typeLength;
    default:
      return 0;
  }
}

/** Returns the name of a type for errors, such as `INT32` or `FIXED_LEN_BYTE_ARRAY(16)`. */
export function describeColumnType(column: ColumnType): string {
  const name = nameOf(PhysicalType, column.type);
  return column.type === PhysicalType.FIXED_LEN_BYTE_ARRAY ? `${name}(${column.width})` : name;
}
