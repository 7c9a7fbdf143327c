/**
 * The fields of a ColumnChunk and of what is in it, for {@link scanStruct}: what `parseColumnChunk` reads. Encryption and
 * geospatial statistics are left out: chunks that have them are parsed at once.
 */
import { FieldKind, type StructShape, shapeOf } from './scan-struct.js';

const { BINARY, BOOL, COUNT, I32, I64, LIST_I32, LIST_I64, LIST_NAME, LIST_STRUCT, NAME, STRUCT } = FieldKind;

const statistics: StructShape = /* @__PURE__ */ shapeOf({
  1: BINARY,
  2: BINARY,
  3: I64,
  4: I64,
  5: BINARY,
  6: BINARY,
  7: BOOL,
  8: BOOL,
  9: I64,
});

const keyValue: StructShape = /* @__PURE__ */ shapeOf({ 1: NAME, 2: NAME }, [1]);

const pageEncodingStats: StructShape = /* @__PURE__ */ shapeOf({ 1: I32, 2: I32, 3: I32 }, [1, 2, 3]);

const sizeStatistics: StructShape = /* @__PURE__ */ shapeOf({ 1: I64, 2: LIST_I64, 3: LIST_I64 });

const columnMetaData: StructShape = /* @__PURE__ */ shapeOf(
  {
    1: I32,
    2: LIST_I32,
    3: LIST_NAME,
    4: I32,
    5: COUNT,
    6: COUNT,
    7: COUNT,
    8: [LIST_STRUCT, keyValue],
    9: I64,
    10: I64,
    11: I64,
    12: [STRUCT, statistics],
    13: [LIST_STRUCT, pageEncodingStats],
    14: I64,
    15: I32,
    16: [STRUCT, sizeStatistics],
  },
  [1, 2, 3, 4, 5, 6, 7, 9],
);

/** A ColumnChunk. */
export const columnChunkShape: StructShape = /* @__PURE__ */ shapeOf({
  1: NAME,
  2: I64,
  3: [STRUCT, columnMetaData],
  4: I64,
  5: I32,
  6: I64,
  7: I32,
});
