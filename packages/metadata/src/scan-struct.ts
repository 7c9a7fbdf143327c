/**
 * Finds the end of a struct that has the usual form, without allocating anything.
 *
 * The scan accepts fewer structs than the parser: fields must be known, have their declared types and be in ascending
 * order, all required fields must be present, names must be ASCII, and varints must be short. The parser accepts
 * everything that the scan accepts, so a scanned struct can be parsed later without errors. A struct that the scan
 * rejects is parsed immediately, and the parser accepts it or throws.
 */
export const FieldKind = {
  NONE: 0,
  BOOL: 1,
  I32: 2,
  I64: 3,
  /** An I64 that is not negative. */
  COUNT: 4,
  BINARY: 5,
  /** A string that must be valid UTF-8. The scan accepts only ASCII, and leaves other strings to the parser. */
  NAME: 6,
  STRUCT: 7,
  LIST_I32: 8,
  LIST_I64: 9,
  LIST_NAME: 10,
  LIST_STRUCT: 11,
} as const;

/** The fields of a struct, by id. Ids must be at most 30. */
export interface StructShape {
  readonly kinds: Uint8Array;
  /** The ids of the required fields, as a bitmap. */
  readonly required: number;
  /** The shapes of the structs in fields that are structs or lists of structs, by field id. */
  readonly structs: readonly (StructShape | undefined)[];
}

/** The kind of a field, and the fields of its inner struct if it has one. */
export type FieldShape = number | readonly [kind: number, struct: StructShape];

/** Creates the description of a struct from its fields, by id, and the ids of its required fields. */
export function shapeOf(
  fields: Readonly<Record<number, FieldShape>>,
  requiredIds: readonly number[] = [],
): StructShape {
  const ids = Object.keys(fields).map(Number);
  const kinds = new Uint8Array(Math.max(...ids) + 1);
  const structs: (StructShape | undefined)[] = new Array(kinds.length).fill(undefined);
  for (const id of ids) {
    const field = fields[id];
    if (field === undefined) continue;
    kinds[id] = typeof field === 'number' ? field : field[0];
    if (typeof field !== 'number') structs[id] = field[1];
  }
  return { kinds, required: requiredIds.reduce((bits, id) => bits | (1 << id), 0), structs };
}

/** The wire type of each {@link FieldKind}; 255 for NONE. A boolean field may also have wire type 2. */
const wireTypes: Uint8Array = /* @__PURE__ */ Uint8Array.of(255, 1, 5, 6, 6, 8, 8, 12, 9, 9, 9, 9);
const elementTypes: Uint8Array = /* @__PURE__ */ Uint8Array.of(0, 0, 0, 0, 0, 0, 0, 0, 5, 6, 8, 12);

/**
 * Maximum sizes of the varints that the scan accepts, in bytes. Varints of these sizes hold 28 and 49 bits, so their
 * values are always in range.
 */
const longestI32 = 4;
const longestI64 = 7;

/**
 * Returns the offset of the end of the struct that starts at `bytes[start]`. Returns -1 if the scan rejects the struct,
 * or if the struct extends beyond `end`. A list may have at most `longestList` elements. Takes time linear in the
 * number of bytes.
 */
export function scanStruct(
  bytes: Uint8Array,
  start: number,
  end: number,
  shape: StructShape,
  longestList: number,
): number {
  const { kinds, structs } = shape;
  let p = start;
  let id = 0;
  let seen = 0;
  for (;;) {
    if (p >= end) return -1;
    const header = bytes[p++] as number;
    if (header === 0) return (seen & shape.required) === shape.required ? p : -1;
    id += header >>> 4;
    if (header < 0x10 || id >= kinds.length) return -1;
    const kind = kinds[id] as number;
    if ((header & 15) !== wireTypes[kind] && !(kind === FieldKind.BOOL && (header & 15) === 2)) return -1;
    seen |= 1 << id;
    switch (kind) {
      case FieldKind.BOOL:
        break;
      case FieldKind.I32:
        p = scanVarint(bytes, p, end, longestI32);
        break;
      case FieldKind.COUNT:
        // In zigzag encoding, the lowest bit of a negative number is 1, and counts must not be negative.
        if (p >= end || ((bytes[p] as number) & 1) !== 0) return -1;
        p = scanVarint(bytes, p, end, longestI64);
        break;
      case FieldKind.I64:
        p = scanVarint(bytes, p, end, longestI64);
        break;
      case FieldKind.BINARY:
      case FieldKind.NAME:
        p = scanBytes(bytes, p, end, kind === FieldKind.NAME);
        break;
      case FieldKind.STRUCT: {
        const inner = structs[id];
        if (inner === undefined) return -1;
        p = scanStruct(bytes, p, end, inner, longestList);
        break;
      }
      default:
        p = scanList(bytes, p, end, kind, structs[id], longestList);
    }
    if (p < 0) return -1;
  }
}

function scanVarint(bytes: Uint8Array, start: number, end: number, longest: number): number {
  let p = start;
  for (const last = Math.min(end, start + longest); p < last; ) if ((bytes[p++] as number) < 0x80) return p;
  return -1;
}

/**
 * Returns the value of the unsigned varint in `bytes[start, end)`, which has at most 28 bits. `end` is the result of
 * {@link scanVarint}.
 */
function varintBefore(bytes: Uint8Array, start: number, end: number): number {
  let value = 0;
  for (let p = end - 1; p >= start; p--) value = (value << 7) | ((bytes[p] as number) & 0x7f);
  return value;
}

function scanBytes(bytes: Uint8Array, start: number, end: number, isName: boolean): number {
  const p = scanVarint(bytes, start, end, longestI32);
  if (p < 0) return -1;
  const length = varintBefore(bytes, start, p);
  if (length > end - p) return -1;
  if (isName) {
    let union = 0;
    for (let i = p; i < p + length; i++) union |= bytes[i] as number;
    if (union >= 0x80) return -1;
  }
  return p + length;
}

function scanList(
  bytes: Uint8Array,
  start: number,
  end: number,
  kind: number,
  struct: StructShape | undefined,
  longestList: number,
): number {
  if (start >= end) return -1;
  const header = bytes[start] as number;
  let p = start + 1;
  let count = header >>> 4;
  if (count === 15) {
    p = scanVarint(bytes, start + 1, end, longestI32);
    if (p < 0) return -1;
    count = varintBefore(bytes, start + 1, p);
  }
  if (count > longestList || count > end - p) return -1;
  if (count > 0 && (header & 15) !== elementTypes[kind]) return -1;
  for (let i = 0; i < count && p >= 0; i++) {
    if (kind === FieldKind.LIST_I32) p = scanVarint(bytes, p, end, longestI32);
    else if (kind === FieldKind.LIST_I64) p = scanVarint(bytes, p, end, longestI64);
    else if (kind === FieldKind.LIST_NAME) p = scanBytes(bytes, p, end, true);
    else p = struct === undefined ? -1 : scanStruct(bytes, p, end, struct, longestList);
  }
  return p;
}
