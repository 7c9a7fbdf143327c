/**
 * The fields that `parseColumnChunk` reads from a ColumnChunk and its inner structs, in the form that
 * {@link scanStruct} takes. Encryption metadata and geospatial statistics are omitted, so the scan rejects chunks that
 * have them, and these chunks are parsed when the footer is read.
 */
import { FieldKind, type StructShape, shapeOf } from './scan-struct.js';

// The shapes are created in functions. Otherwise, bundlers would keep the property reads in their arguments even if the
// shapes are unused.
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

/** The fields of a ColumnChunk, for {@link scanStruct}. */
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
