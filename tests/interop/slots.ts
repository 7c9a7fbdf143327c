/**
 * Formats columns as text, with one entry per slot (a value or a null). The form is the same for every reader, so that
 * readers can be compared.
 *
 *   null                           null
 *   BOOLEAN, integers, floats      as JavaScript prints them; also -0
 *   bytes and strings              x and hex digits
 *   DECIMAL                        the unscaled integer, e-, the scale
 *   TIME, TIMESTAMP, INT96         nanoseconds and ns
 *   INTERVAL                       months/days/milliseconds
 */
import type { Nulls, Values } from '@marquetry/core';
import { formatPath, isFlat, type LeafNode } from '@marquetry/schema';
import { openParquet, PhysicalType } from 'marquetry';

/** The entries of flat columns as text, by column name. */
export type Slots = Readonly<Record<string, readonly string[]>>;

const nanosOf = { MILLIS: 1_000_000n, MICROS: 1_000n, NANOS: 1n } as const;

/** Reads the flat columns of a file with Marquetry. */
export async function readSlots(bytes: Uint8Array): Promise<Slots> {
  const file = await openParquet(bytes);
  const slots: Record<string, string[]> = {};
  const columns = file.schema.leaves.filter(isFlat).map(({ path }) => formatPath(path));
  for (const { path } of file.schema.leaves.filter(isFlat)) slots[formatPath(path)] = [];
  if (columns.length === 0) return slots;
  for await (const batch of file.columnBatches({ columns })) {
    for (const [name, { leaf, values, nulls, slotCount }] of Object.entries(batch)) {
      appendSlots(slots[name] as string[], leaf, values, nulls, slotCount);
    }
  }
  return slots;
}

function appendSlots(target: string[], leaf: LeafNode, values: Values, nulls: Nulls, slotCount: number): void {
  const text = textOf(leaf, values);
  let next = 0;
  for (let slot = 0; slot < slotCount; slot++) target.push(isValid(leaf, nulls, slot) ? text(next++) : 'null');
  if (next !== values.length) throw new Error(`${values.length} values in ${next} slots`);
}

function isValid(leaf: LeafNode, nulls: Nulls, slot: number): boolean {
  if (nulls.kind === 'none') return true;
  if (nulls.kind === 'levels') return nulls.definition[slot] === leaf.maxDefinitionLevel;
  return (((nulls.bits[slot >> 3] as number) >> (slot & 7)) & 1) === 1;
}

function textOf(leaf: LeafNode, values: Values): (index: number) => string {
  if (values.layout === 'dictionary') {
    const entry = textOf(leaf, values.dictionary);
    return (index) => entry(values.indices[index] as number);
  }
  if (values.layout === 'bits')
    return (index) => String((((values.data[index >> 3] as number) >> (index & 7)) & 1) === 1);
  if (values.layout === 'bytes') {
    return (index) => bytesText(leaf, values.data.subarray(values.offsets[index], values.offsets[index + 1]));
  }
  const { data, width } = values;
  if (data instanceof Uint8Array) return (index) => bytesText(leaf, data.subarray(index * width, (index + 1) * width));
  if (leaf.type === PhysicalType.FLOAT || leaf.type === PhysicalType.DOUBLE) {
    return (index) => floatText(data[index] as number);
  }
  return (index) => integerText(leaf, BigInt(data[index] as number | bigint));
}

function integerText({ annotation, type }: LeafNode, value: bigint): string {
  switch (annotation?.kind) {
    case 'DECIMAL':
      return decimalText(value, annotation.scale);
    case 'INTEGER':
      return String(annotation.isSigned ? value : BigInt.asUintN(type === PhysicalType.INT32 ? 32 : 64, value));
    case 'TIME':
    case 'TIMESTAMP':
      return nanosText(value * nanosOf[annotation.unit as keyof typeof nanosOf]);
    default:
      return String(value);
  }
}

function bytesText({ annotation, type }: LeafNode, bytes: Uint8Array): string {
  if (type === PhysicalType.INT96) {
    const view = new DataView(bytes.buffer, bytes.byteOffset);
    const days = BigInt(view.getInt32(8, true) - 2_440_588);
    return nanosText(view.getBigInt64(0, true) + days * 86_400_000_000_000n);
  }
  if (annotation?.kind === 'DECIMAL') {
    const unsigned = BigInt(`0x${hexOf(bytes)}`);
    return decimalText(BigInt.asIntN(8 * bytes.length, unsigned), annotation.scale);
  }
  if (annotation?.kind === 'INTERVAL') {
    const view = new DataView(bytes.buffer, bytes.byteOffset);
    return intervalText(view.getUint32(0, true), view.getUint32(4, true), BigInt(view.getUint32(8, true)));
  }
  return bytesAsText(bytes);
}

export function floatText(value: number): string {
  return Object.is(value, -0) ? '-0' : String(value);
}

export function decimalText(unscaled: bigint, scale: number): string {
  return `${unscaled}e-${scale}`;
}

export function nanosText(nanos: bigint): string {
  return `${nanos}ns`;
}

export function intervalText(months: number, days: number, milliseconds: bigint): string {
  return `${months}/${days}/${milliseconds}`;
}

export function bytesAsText(bytes: Uint8Array): string {
  return `x${hexOf(bytes)}`;
}

function hexOf(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += byte.toString(16).padStart(2, '0');
  return text;
}

/** Describes the first difference between the columns of two readers. Returns `undefined` if they agree. */
export function firstDifference(expected: Slots, actual: Slots): string | undefined {
  const names = Object.keys(expected).sort();
  if (names.join() !== Object.keys(actual).sort().join()) return `columns ${names} and ${Object.keys(actual)}`;
  for (const name of names) {
    const [a, b] = [expected[name] ?? [], actual[name] ?? []];
    if (a.length !== b.length) return `${name}: ${a.length} slots and ${b.length}`;
    const at = a.findIndex((text, i) => text !== b[i]);
    if (at >= 0) return `${name}, slot ${at}: ${a[at]} and ${b[at]}`;
  }
  return undefined;
}
