// Whole files in memory, to what a user asks for: each reader with what does the least work to get there. `read` gives
// what is looked at for equality, by `digest`.
import { readFileSync } from 'node:fs';
import { Type, tableFromIPC } from 'apache-arrow';
import { parquetRead, parquetReadObjects } from 'hyparquet';
import { readParquet } from 'parquet-wasm/node';
import { openParquet } from '../../packages/marquetry/dist/index.js';
import { toStrings } from '../../packages/records/dist/index.js';

const arrow = (bytes) => tableFromIPC(readParquet(bytes).intoIPCStream());

async function collect(batches) {
  const found = [];
  for await (const batch of batches) found.push(batch);
  return found;
}

const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);

/** Entries of lists, and nulls, by column: what both layouts say without a look at the values. */
function nestedShape(columns) {
  const shape = (column) => {
    if (column.kind === 'leaf') return [column.length, column.nulls.nullCount];
    const below = {
      list: () => [column.element],
      map: () => [column.key, column.value],
      struct: () => column.children,
    };
    return [column.length, column.nulls.nullCount, ...below[column.kind]().flatMap(shape)];
  };
  return columns.flatMap(shape);
}
function arrowShape(data) {
  // A map of Arrow holds a struct of keys and values.
  const children = data.type.typeId === Type.Map ? data.children[0].children : data.children;
  return [data.length, data.nullCount, ...children.flatMap(arrowShape)];
}
const addUp = (rows) => rows[0].map((_, i) => sum(rows.map((row) => row[i])));

/** Rows and the text of every thousandth, lists and maps in one form. */
function rowsDigest() {
  let count = 0;
  const texts = [];
  const plain = (_, value) => (typeof value === 'bigint' ? Number(value) : value);
  return {
    add: (row) => {
      if (count++ % 1000 !== 0) return;
      const { map_col: map, ...rest } = row;
      texts.push(JSON.stringify({ ...rest, map: Array.isArray(map) ? Object.fromEntries(map) : map }, plain));
    },
    end: () => [count, ...texts],
  };
}

export const cases = {
  'nested to offsets and leaves': {
    table: 'nested',
    floor: ['parquet-wasm', 1],
    readers: {
      marquetry: {
        read: async (bytes) => collect((await openParquet(bytes)).nested()),
        digest: (batches) => addUp(batches.map(({ columns }) => nestedShape(columns))),
      },
      'parquet-wasm': {
        read: arrow,
        digest: (table) => addUp(table.batches.map(({ data }) => data.children.flatMap(arrowShape))),
      },
    },
  },
  'nested to row objects': {
    table: 'nested',
    floor: ['hyparquet', 5],
    memory: ['hyparquet', 0.2],
    samples: 3,
    readers: {
      marquetry: {
        read: async (bytes) => {
          const digest = rowsDigest();
          for await (const row of (await openParquet(bytes)).rows()) digest.add(row);
          return digest.end();
        },
        digest: (found) => found,
      },
      hyparquet: {
        read: (bytes) => parquetReadObjects({ file: bytes.buffer }),
        digest: (rows) => {
          const digest = rowsDigest();
          for (const row of rows) digest.add(row);
          return digest.end();
        },
      },
    },
  },
  '30 % nulls to spaced typed arrays': {
    table: 'nullable',
    floor: ['parquet-wasm', 1.5],
    readers: {
      marquetry: {
        read: async (bytes) => collect((await openParquet(bytes)).columns({ spaced: true, flat: true })),
        digest: (batches) =>
          addUp(batches.map((b) => Object.values(b).flatMap(({ values, nulls }) => [values.length, nulls.nullCount]))),
      },
      'parquet-wasm': {
        read: arrow,
        digest: (table) =>
          addUp(table.batches.map(({ data }) => data.children.flatMap((child) => [child.length, child.nullCount]))),
      },
    },
  },
  'low-cardinality strings to JS strings': {
    table: 'strings',
    floor: ['hyparquet', 2],
    samples: 5,
    readers: {
      marquetry: {
        read: async (bytes) => {
          const columns = {};
          for await (const batch of (await openParquet(bytes)).columns()) {
            for (const [name, { values }] of Object.entries(batch)) {
              columns[name] ??= [];
              columns[name].push(toStrings(values));
            }
          }
          return columns;
        },
        digest: (columns) => Object.values(columns).map(stringsDigest),
      },
      hyparquet: {
        read: async (bytes) => {
          const columns = {};
          const onChunk = ({ columnName, columnData }) => {
            columns[columnName] ??= [];
            columns[columnName].push(columnData);
          };
          await parquetRead({ file: bytes.buffer, onChunk });
          return columns;
        },
        digest: (columns) => Object.values(columns).map(stringsDigest),
      },
    },
  },
};

function stringsDigest(parts) {
  let count = 0;
  let units = 0;
  for (const part of parts) {
    for (const text of part) {
      count++;
      units = (Math.imul(units, 31) + text.length + text.charCodeAt(text.length - 1)) | 0;
    }
  }
  return [count, units];
}

/** The bytes of a file in an ArrayBuffer of their own. */
export const bytesOf = (path) => new Uint8Array(readFileSync(path));
