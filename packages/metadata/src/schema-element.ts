/** A node of the schema tree, whose nodes are stored in depth-first order (parquet.thrift `SchemaElement`). */

import type { CompactReader, CompactWriter } from '@marquetry/thrift';
import { i32Field, type Mutable, nameField, required, structField } from './fields.js';
import { type LogicalType, parseLogicalType } from './logical-type.js';
import { putI32, putString, putStruct } from './put.js';
import { putLogicalType } from './put-logical-type.js';

/** An element of the schema as stored. The ids and the structure of the schema tree have not been checked. */
export interface SchemaElement {
  /** The physical type of a column: a `PhysicalType`; absent for groups. */
  readonly type?: number;
  /** Bytes per value of a FIXED_LEN_BYTE_ARRAY. */
  readonly typeLength?: number;
  /** The repetition of the node: a `FieldRepetitionType` from `@marquetry/core`; absent for the root. */
  readonly repetitionType?: number;
  readonly name: string;
  /** Number of children of a group. The children and their descendants are the elements after the group. */
  readonly numChildren?: number;
  /**
   * The older form of `logicalType`: a `ConvertedType` from `@marquetry/core`. If both are present, `logicalType` takes
   * precedence.
   */
  readonly convertedType?: number;
  /** Scale of a column whose converted type is DECIMAL. */
  readonly scale?: number;
  /** Precision of a column whose converted type is DECIMAL. */
  readonly precision?: number;
  readonly fieldId?: number;
  readonly logicalType?: LogicalType;
}

export function parseSchemaElement(reader: CompactReader): SchemaElement {
  const element: Partial<Mutable<SchemaElement>> = {};
  const outer = reader.beginStruct();
  while (reader.nextField()) {
    switch (reader.fieldId) {
      case 1:
        element.type = i32Field(reader, 'SchemaElement.type');
        break;
      case 2:
        element.typeLength = i32Field(reader, 'SchemaElement.typeLength');
        break;
      case 3:
        element.repetitionType = i32Field(reader, 'SchemaElement.repetitionType');
        break;
      case 4:
        element.name = nameField(reader, 'SchemaElement.name');
        break;
      case 5:
        element.numChildren = i32Field(reader, 'SchemaElement.numChildren');
        break;
      case 6:
        element.convertedType = i32Field(reader, 'SchemaElement.convertedType');
        break;
      case 7:
        element.scale = i32Field(reader, 'SchemaElement.scale');
        break;
      case 8:
        element.precision = i32Field(reader, 'SchemaElement.precision');
        break;
      case 9:
        element.fieldId = i32Field(reader, 'SchemaElement.fieldId');
        break;
      case 10:
        element.logicalType = structField(reader, 'SchemaElement.logicalType', parseLogicalType);
        break;
      default:
        reader.skipField();
    }
  }
  reader.endStruct(outer);
  required(element.name, reader, 'SchemaElement.name');
  return element as SchemaElement;
}

export function putSchemaElement(writer: CompactWriter, element: SchemaElement): void {
  const outer = writer.beginStruct();
  putI32(writer, 1, element.type);
  putI32(writer, 2, element.typeLength);
  putI32(writer, 3, element.repetitionType);
  putString(writer, 4, element.name);
  putI32(writer, 5, element.numChildren);
  putI32(writer, 6, element.convertedType);
  putI32(writer, 7, element.scale);
  putI32(writer, 8, element.precision);
  putI32(writer, 9, element.fieldId);
  putStruct(writer, 10, element.logicalType, putLogicalType);
  writer.endStruct(outer);
}
