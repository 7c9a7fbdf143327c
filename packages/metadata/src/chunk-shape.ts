/**
 * The fields of a ColumnChunk and its inner structs, for {@link scanStruct}: the fields that `parseColumnChunk` reads.
 * Encryption and geospatial statistics are omitted, so that chunks with them are parsed at once.
 */
import { FieldKind, type StructShape, shapeOf } from './scan-struct.js';

// The shapes are created in functions. If the calls were not in functions, bundles that do not need them would keep the
// property reads in their arguments.
const statistics: StructShape = /* @__PURE__ */ (() =>
  shapeOf({
    1: FieldKind.BINARY,
    2: FieldKind.BINARY,
    3: FieldKind.I64,
    4: FieldKind.I64,
    5: FieldKind.BINARY,
    6: FieldKind.BINARY,
    7: FieldKind.BOOL,
    8: FieldKind.BOOL,
    9: FieldKind.I64,
  }))();

const keyValue: StructShape = /* @__PURE__ */ (() => shapeOf({ 1: FieldKind.NAME, 2: FieldKind.NAME }, [1]))();

const pageEncodingStats: StructShape = /* @__PURE__ */ (() =>
  shapeOf({ 1: FieldKind.I32, 2: FieldKind.I32, 3: FieldKind.I32 }, [1, 2, 3]))();

const sizeStatistics: StructShape = /* @__PURE__ */ (() =>
  shapeOf({
    1: FieldKind.I64,
    2: FieldKind.LIST_I64,
    3: FieldKind.LIST_I64,
  }))();

const columnMetaData: StructShape = /* @__PURE__ */ (() =>
  shapeOf(
    {
      1: FieldKind.I32,
      2: FieldKind.LIST_I32,
      3: FieldKind.LIST_NAME,
      4: FieldKind.I32,
      5: FieldKind.COUNT,
      6: FieldKind.COUNT,
      7: FieldKind.COUNT,
      8: [FieldKind.LIST_STRUCT, keyValue],
      9: FieldKind.I64,
      10: FieldKind.I64,
      11: FieldKind.I64,
      12: [FieldKind.STRUCT, statistics],
      13: [FieldKind.LIST_STRUCT, pageEncodingStats],
      14: FieldKind.I64,
      15: FieldKind.I32,
      16: [FieldKind.STRUCT, sizeStatistics],
    },
    [1, 2, 3, 4, 5, 6, 7, 9],
  ))();

/** The shape of a ColumnChunk. */
export const columnChunkShape: StructShape = /* @__PURE__ */ (() =>
  shapeOf({
    1: FieldKind.NAME,
    2: FieldKind.I64,
    3: [FieldKind.STRUCT, columnMetaData],
    4: FieldKind.I64,
    5: FieldKind.I32,
    6: FieldKind.I64,
    7: FieldKind.I32,
  }))();
