// Reads a flat table as whole columns in the forms that writers accept: typed arrays of numbers, arrays of strings,
// decimals as unscaled integers, dates as days. All writers get their input from the same reader, parquet-wasm.
import { readFileSync } from 'node:fs';
import { Type, tableFromIPC } from 'apache-arrow';
import { readParquet } from 'parquet-wasm/node';

const millisecondsPerDay = 86_400_000;

function kindOf({ typeId, bitWidth, precision }) {
  if (typeId === Type.Int) return bitWidth === 64 ? 'INT64' : 'INT32';
  if (typeId === Type.Float) return precision === 2 ? 'DOUBLE' : 'FLOAT';
  const kinds = { [Type.Utf8]: 'STRING', [Type.Bool]: 'BOOLEAN', [Type.Date]: 'DATE', [Type.Decimal]: 'DECIMAL' };
  const kind = kinds[typeId];
  if (kind === undefined) throw new Error(`columns of the Arrow type ${typeId} are not supported`);
  return kind;
}

/** Converts 128-bit decimals to 64-bit integers, in which all decimals of the benchmark tables fit. */
function decimals(vector) {
  const found = new BigInt64Array(vector.length);
  let at = 0;
  for (const { values, length } of vector.data) {
    const words = new BigInt64Array(values.buffer, values.byteOffset, 2 * length);
    for (let i = 0; i < length; i++) found[at++] = words[2 * i];
  }
  return found;
}

function dataOf(vector, kind) {
  if (kind === 'DATE') return Int32Array.from(vector, (at) => Math.round(Number(at) / millisecondsPerDay));
  if (kind === 'DECIMAL') return decimals(vector);
  const isArray = kind === 'STRING' || kind === 'BOOLEAN' || vector.nullCount > 0;
  return isArray ? Array.from(vector, (value) => value ?? null) : vector.toArray();
}

/** Returns the columns of the file at `path`, each as `{ name, kind, data, isOptional }`. */
export async function wholeColumns(path) {
  const table = tableFromIPC(readParquet(readFileSync(path), { batchSize: 65_536 }).intoIPCStream());
  return table.schema.fields.map(({ name, type }, i) => {
    const vector = table.getChildAt(i);
    const kind = kindOf(type);
    return { name, kind, data: dataOf(vector, kind), isOptional: vector.nullCount > 0 };
  });
}
