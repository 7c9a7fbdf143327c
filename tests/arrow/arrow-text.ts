/**
 * Formats Arrow columns as text, one line per entry, directly from their buffers, because the getters of apache-arrow round timestamps
 * to milliseconds.
 */
import { type Data, DataType, type Decimal, type Table, Type, type Vector } from 'apache-arrow';

/** Returns the entries of each column as text, by column name. */
export function tableText(table: Table): Record<string, string[]> {
  return Object.fromEntries(
    table.schema.fields.map(({ name }, i) => [name, vectorText(table.getChildAt(i) as Vector | null)]),
  );
}

export function vectorText(vector: Vector | null): string[] {
  return (vector?.data ?? []).flatMap((data) => Array.from({ length: data.length }, (_, i) => entryText(data, i)));
}

/** Returns the text of an entry; nested entries are in brackets. */
function entryText(data: Data, i: number): string {
  const { type, values, offset } = data;
  if (type.typeId === Type.Null || !bit(data.nullCount > 0 ? data.nullBitmap : undefined, offset + i)) return 'null';
  switch (type.typeId) {
    case Type.Bool:
      return String(bit(values, offset + i));
    case Type.Dictionary: {
      let index = Number(values[i]);
      for (const chunk of data.dictionary?.data ?? []) {
        if (index < chunk.length) return entryText(chunk, index);
        index -= chunk.length;
      }
      throw new Error(`index ${index} is beyond the dictionary`);
    }
    case Type.Utf8:
    case Type.Binary:
    case Type.LargeUtf8:
    case Type.LargeBinary:
      return hex(values.subarray(Number(data.valueOffsets[i]), Number(data.valueOffsets[i + 1])));
    case Type.Utf8View:
    case Type.BinaryView:
      return hex(viewOf(data, i));
    case Type.FixedSizeBinary:
      return hex(values.subarray(i * data.stride, (i + 1) * data.stride));
    case Type.Float:
      return Object.is(values[i], -0) ? '-0' : String(values[i]);
    case Type.Decimal:
      return `${integer(values.subarray(i * data.stride, (i + 1) * data.stride))}e-${(type as Decimal).scale}`;
    case Type.Interval:
      return `interval ${[...values.subarray(i * data.stride, (i + 1) * data.stride)].join(' ')}`;
    case Type.List:
    case Type.LargeList:
      return listText(data, Number(data.valueOffsets[i]), Number(data.valueOffsets[i + 1]));
    case Type.Map:
      return listText(data, Number(data.valueOffsets[i]), Number(data.valueOffsets[i + 1]));
    case Type.FixedSizeList:
      return listText(data, i * data.stride, (i + 1) * data.stride);
    case Type.Struct:
      return `{${type.children.map((_: unknown, c: number) => entryText(data.children[c] as Data, i)).join(', ')}}`;
    default:
      return String(values[i]);
  }
}

function listText({ children: [child] }: Data, from: number, to: number): string {
  return `[${Array.from({ length: to - from }, (_, i) => entryText(child as Data, from + i)).join(', ')}]`;
}

function bit(bits: Uint8Array | undefined | null, at: number): boolean {
  return bits === undefined || bits === null || (((bits[at >> 3] as number) >> (at & 7)) & 1) === 1;
}

function hex(bytes: Uint8Array): string {
  return `x${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}

function viewOf({ values, variadicBuffers }: Data, i: number): Uint8Array {
  const view = new DataView(values.buffer, values.byteOffset + 16 * i, 16);
  const size = view.getInt32(0, true);
  if (size <= 12) return values.subarray(16 * i + 4, 16 * i + 4 + size);
  const from = view.getInt32(12, true);
  return (variadicBuffers[view.getInt32(8, true)] as Uint8Array).subarray(from, from + size);
}

function integer(words: Uint32Array): bigint {
  const magnitude = words.reduceRight((sum, word) => (sum << 32n) | BigInt(word >>> 0), 0n);
  return BigInt.asIntN(32 * words.length, magnitude);
}

/**
 * Returns the name of an Arrow type. It leaves out dictionaries, metadata and the names of list elements, so that equal types have equal
 * text.
 */
export function typeText(type: DataType): string {
  if (DataType.isDictionary(type)) return typeText(type.dictionary);
  const children = (type.children ?? []).map(({ name, type: child }: { name: string; type: DataType }) =>
    DataType.isStruct(type) ? `${name}: ${typeText(child)}` : typeText(child),
  );
  if (DataType.isMap(type)) return `Map<${children.join()}>`;
  if (DataType.isList(type)) return `List<${children.join()}>`;
  return DataType.isStruct(type) ? `{${children.join(', ')}}` : String(type);
}
