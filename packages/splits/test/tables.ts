/** Creates files with flat and nested columns. */
import { standardCodecs } from '@marquetry/codecs';
import { standardEncodings } from '@marquetry/encodings';
import { bytesSource, type FileWriterOptions, memorySink, openFile, type ParquetFile } from '@marquetry/file';
import { createFileWriter } from '@marquetry/file/write';
import { predicates } from '@marquetry/prune';
import { defineSchema, formatPath } from '@marquetry/schema';

/** The schema of the tables. */
const schema = defineSchema({
  id: 'INT64',
  key: { type: 'INT32', optional: true },
  name: { type: 'STRING', optional: true },
  x: { type: 'DOUBLE', optional: true },
  tags: { list: { type: 'STRING', optional: true }, optional: true },
  pos: { fields: { lat: 'DOUBLE', place: { type: 'STRING', optional: true } }, optional: true },
});

/** Returns a file of `rowCount` rows, numbered from `from`. */
export async function tableFile(
  rowCount: number,
  options: Partial<FileWriterOptions> & { readonly from?: number } = {},
): Promise<Uint8Array> {
  const { from = 0, ...writing } = options;
  const sink = memorySink();
  const writer = createFileWriter(sink, {
    ...{ schema, encodings: standardEncodings, codecs: standardCodecs, codec: 'SNAPPY' },
    ...writing,
  });
  const rows = Array.from({ length: rowCount }, (_, i) => from + i);
  const optional = <T>(value: (i: number) => T, isNull: (i: number) => boolean): (T | null)[] =>
    rows.map((i) => (isNull(i) ? null : value(i)));
  const places = optional(
    (i) => `place ${i % 40}`,
    (i) => i % 3 === 0,
  );
  const definition = Uint8Array.from(rows, (i) => (i % 9 === 4 ? 0 : i % 3 === 0 ? 1 : 2));
  const lists = rows.map((i) =>
    i % 6 === 0 ? null : i % 6 === 1 ? [] : [`t${i % 13}`, i % 4 === 0 ? null : `u${i % 5}`],
  );
  const tagSlots = lists.flatMap((list) =>
    list === null
      ? [{ level: 0, repetition: 0 }]
      : list.length === 0
        ? [{ level: 1, repetition: 0 }]
        : list.map((value, j) => ({ level: value === null ? 2 : 3, repetition: j === 0 ? 0 : 1 })),
  );
  const texts = (values: readonly string[]) => {
    const encoded = values.map((value) => new TextEncoder().encode(value));
    const offsets = new Int32Array(values.length + 1);
    for (const [i, bytes] of encoded.entries()) offsets[i + 1] = (offsets[i] as number) + bytes.length;
    const data = new Uint8Array(offsets[values.length] as number);
    for (const [i, bytes] of encoded.entries()) data.set(bytes, offsets[i]);
    return { layout: 'bytes', type: 6, length: values.length, offsets, data } as const;
  };
  const kept = rows.map((i, at) => ({ i, at })).filter(({ at }) => definition[at] === 2);
  await writer.write({
    id: BigInt64Array.from(rows, BigInt),
    key: optional(
      (i) => (i * 7919) % 1000,
      (i) => i % 10 === 0,
    ),
    name: optional(
      (i) => `name ${(i * 31) % 200}`,
      (i) => i % 7 === 0,
    ),
    x: optional(
      (i) => (i % 50 === 3 ? Number.NaN : i % 50 === 5 ? -0 : Math.sin(i)),
      (i) => i % 8 === 0,
    ),
    'tags.list.element': {
      values: texts(lists.flatMap((list) => (list ?? []).filter((value) => value !== null))),
      nulls: {
        kind: 'levels',
        definition: Uint8Array.from(tagSlots, ({ level }) => level),
        repetition: Uint8Array.from(tagSlots, ({ repetition }) => repetition),
        nullCount: tagSlots.filter(({ level }) => level < 3).length,
      },
    },
    'pos.lat': {
      values: Float64Array.from(
        rows.filter((_, at) => (definition[at] as number) > 0),
        (i) => i / 2,
      ),
      nulls: {
        kind: 'levels',
        definition: definition.map((level) => Math.min(level, 1)),
        nullCount: definition.filter((level) => level === 0).length,
      },
    },
    'pos.place': {
      values: texts(kept.map(({ at }) => places[at] ?? '')),
      nulls: { kind: 'levels', definition, nullCount: rowCount - kept.length },
    },
  });
  await writer.finish();
  return sink.bytes.slice();
}

/** Opens a file. */
function open(bytes: Uint8Array): Promise<ParquetFile> {
  return openFile(bytesSource(bytes), { encodings: standardEncodings, codecs: standardCodecs, filter: predicates });
}

/** Returns all slots of each column as one string, which does not depend on how the rows are divided into batches. */
export async function columnsOf(
  bytes: Uint8Array,
  options: Parameters<ParquetFile['leafBatches']>[0] = {},
): Promise<Readonly<Record<string, string>>> {
  const texts: Record<string, string[]> = {};
  const file = await open(bytes);
  for await (const batch of file.leafBatches({ ...options, spaced: true, decodeDictionaries: true })) {
    for (const { leaf, nulls, slotCount, values } of batch) {
      const path = formatPath(leaf.path);
      texts[path] ??= [];
      const list = texts[path];
      for (let slot = 0; slot < slotCount; slot++) {
        const { maxDefinitionLevel } = leaf;
        const level =
          nulls.kind === 'levels'
            ? (nulls.definition[slot] as number)
            : nulls.kind === 'bitmap' && (((nulls.bits[slot >> 3] as number) >> (slot & 7)) & 1) === 0
              ? 0
              : maxDefinitionLevel;
        const isValue = level === maxDefinitionLevel;
        const repetition = nulls.kind === 'levels' ? (nulls.repetition?.[slot] ?? '') : '';
        let value = '';
        if (isValue && values.layout === 'bytes') {
          value = new TextDecoder().decode(values.data.subarray(values.offsets[slot], values.offsets[slot + 1]));
        } else if (isValue && values.layout === 'fixed') value = String(values.data[slot]);
        list.push(`${level}${repetition}${value}`);
      }
    }
  }
  return Object.fromEntries(Object.entries(texts).map(([path, list]) => [path, list.join('|')]));
}
