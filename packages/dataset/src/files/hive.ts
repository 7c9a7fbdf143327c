/**
 * Partition columns, whose values are in folder names: `year=2024/month=01/part-0.parquet`.
 *
 * Names and values are escaped with %XX. The value `__HIVE_DEFAULT_PARTITION__` means null. A column is INT32 or INT64
 * if all of its values are whole numbers, DATE if all are dates, and STRING otherwise.
 */
import { type DirectValues, fixedValues, ParquetError, PhysicalType } from '@marquetry/core';
import { parseDate } from '@marquetry/logical';
import { FieldRepetitionType, type SchemaElement } from '@marquetry/metadata';

/**
 * The partition of a file: the values of its partition columns, which come from the names of its folders. The keys are
 * column names, and the values are unescaped text or null.
 */
export type Partition = Readonly<Record<string, string | null>>;

const nullName = '__HIVE_DEFAULT_PARTITION__';

/**
 * Returns the partition of a file from its path, whose names are separated by `/`. Ignores the last name, which is the
 * file name.
 */
export function partitionOf(path: string): Partition {
  const partition: Record<string, string | null> = Object.create(null);
  for (const folder of path.split('/').slice(0, -1)) {
    const at = folder.indexOf('=');
    if (at <= 0) continue;
    const value = folder.slice(at + 1);
    partition[unescaped(folder.slice(0, at))] = value === nullName ? null : unescaped(value);
  }
  return partition;
}

/**
 * Replaces each %XX with the byte whose hexadecimal value is XX, and decodes the bytes as UTF-8. Leaves invalid escapes
 * unchanged.
 */
function unescaped(text: string): string {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text.replace(/%(?![0-9A-Fa-f]{2})/g, '%25'));
  } catch {
    return text;
  }
}

/** A partition column: its type, and a function that parses its values. */
export interface PartitionColumn {
  readonly name: string;
  readonly element: SchemaElement;
  /** Parses the text of a value from a folder name. Returns the value as an array with one entry. */
  parse(text: string): DirectValues;
}

/**
 * Returns the partition columns of all files, in the order of the folders in the paths. A column is null in files whose
 * path does not contain it.
 */
export function partitionColumns(partitions: readonly Partition[]): readonly PartitionColumn[] {
  const texts = new Map<string, Set<string>>();
  for (const partition of partitions) {
    for (const [name, value] of Object.entries(partition)) {
      const known = texts.get(name) ?? new Set();
      if (value !== null) known.add(value);
      texts.set(name, known);
    }
  }
  return [...texts].map(([name, values]) => columnOf(name, [...values]));
}

const whole = /^[+-]?\d{1,18}$/;

function columnOf(name: string, values: readonly string[]): PartitionColumn {
  const repetitionType = FieldRepetitionType.OPTIONAL;
  if (values.length > 0 && values.every((value) => whole.test(value))) {
    const isShort = values.every((value) => Math.abs(Number(value)) < 2 ** 31);
    const type = isShort ? PhysicalType.INT32 : PhysicalType.INT64;
    return {
      name,
      element: { name, repetitionType, type },
      parse: (text) => {
        requireForm(name, text, whole.test(text), 'a whole number');
        const words = isShort ? Int32Array.of(Number(text)) : BigInt64Array.of(BigInt(text));
        return fixedValues({ type, width: isShort ? 4 : 8 }, new Uint8Array(words.buffer), 0, 1);
      },
    };
  }
  if (values.length > 0 && values.every((value) => parseDate(value) !== undefined)) {
    const type = PhysicalType.INT32;
    return {
      name,
      element: { name, repetitionType, type, logicalType: { kind: 'DATE' } },
      parse: (text) => {
        const days = parseDate(text);
        requireForm(name, text, days !== undefined, 'a date');
        return fixedValues({ type, width: 4 }, new Uint8Array(Int32Array.of(days ?? 0).buffer), 0, 1);
      },
    };
  }
  return {
    name,
    element: { name, repetitionType, type: PhysicalType.BYTE_ARRAY, logicalType: { kind: 'STRING' } },
    parse: (text) => {
      const data = new TextEncoder().encode(text);
      return {
        layout: 'bytes',
        type: PhysicalType.BYTE_ARRAY,
        length: 1,
        offsets: Int32Array.of(0, data.length),
        data,
      };
    },
  };
}

function requireForm(name: string, text: string, isRight: boolean, form: string): void {
  if (!isRight) throw new ParquetError('INVALID_ARGUMENT', `the value of the partition ${name}=${text} is not ${form}`);
}
