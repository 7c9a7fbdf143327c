/** Converts values and bytes to text. */
import { type DirectValues, PhysicalType } from '@marquetry/core';
import { createStatisticWriter, textStyle } from '@marquetry/json';
import type { LeafNode } from '@marquetry/schema';

/** Text is truncated to this many characters. */
const mostCharacters = 120;

/** Values are truncated to this many bytes before they are converted to text. */
const mostBytes = 256;

/** Converts a value to text. `bytes` is the PLAIN-encoded value, without a length. */
export type ValueText = (bytes: Uint8Array) => string;

/** Logical types of byte arrays whose values are not shown as plain bytes. */
const withText: readonly string[] = ['STRING', 'ENUM', 'JSON', 'DECIMAL', 'UUID', 'INTERVAL', 'FLOAT16', 'UNKNOWN'];

/**
 * Returns a function that converts values of the column to text. It shows byte arrays without a logical type as text if they are printable, otherwise
 * in hexadecimal.
 */
export function createValueText(leaf: LeafNode): ValueText {
  const write = createStatisticWriter(leaf, textStyle);
  const { type, annotation } = leaf;
  const isBytes = type === PhysicalType.BYTE_ARRAY || type === PhysicalType.FIXED_LEN_BYTE_ARRAY;
  if (isBytes && !(annotation !== undefined && withText.includes(annotation.kind))) return bytesText;
  const isText = isBytes && annotation?.kind !== 'DECIMAL';
  return (bytes) => {
    if (isBytes && bytes.length > mostBytes) return isText ? cut(write(bytes.subarray(0, mostBytes))) : hex(bytes);
    return cut(write(bytes) ?? hex(bytes));
  };
}

/** Returns value `index`, PLAIN-encoded, without a length. */
export function entryBytes(values: DirectValues, index: number): Uint8Array {
  const { layout, data } = values;
  if (layout === 'bits') return Uint8Array.of(((data[index >> 3] as number) >> (index & 7)) & 1);
  if (layout === 'bytes') return data.subarray(values.offsets[index], values.offsets[index + 1]);
  return new Uint8Array(data.buffer, data.byteOffset + index * values.width, values.width);
}

/** Returns bytes as text if they are printable UTF-8, otherwise in hexadecimal. */
export function bytesText(bytes: Uint8Array): string {
  const head = bytes.subarray(0, mostBytes);
  const text = utf8(head);
  // Control characters, and the replacement character of malformed UTF-8.
  const isPrintable = !/[\p{Cc}\ufffd]/u.test(bytes.length > mostBytes ? text.slice(0, -4) : text);
  return isPrintable ? cut(bytes.length > mostBytes ? `${text}…` : text) : hex(bytes);
}

/** Decodes bytes as UTF-8, even if they are malformed or not printable. */
export function utf8(bytes: Uint8Array): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
}

/** Returns bytes in hexadecimal, such as `0x0aff`; an empty string for 0 bytes. */
export function hex(bytes: Uint8Array): string {
  let text = bytes.length === 0 ? '' : '0x';
  for (const byte of bytes.subarray(0, mostCharacters / 2)) text += byte.toString(16).padStart(2, '0');
  return bytes.length > mostCharacters / 2 ? `${text}…` : text;
}

/** Truncates text to at most 120 characters, followed by an ellipsis. */
export function cut(text: string | undefined): string {
  if (text === undefined || text.length <= mostCharacters) return text ?? '';
  return `${text.slice(0, mostCharacters)}…`;
}

/** Returns a number and a noun: `1 byte`, `12 bytes`. */
export function counted(count: number | bigint, noun: string): string {
  return `${count} ${noun}${count === 1 || count === 1n ? '' : 's'}`;
}

/** Returns a sentence that explains how a zigzag varint encodes `value`. */
export function zigzagWords(value: bigint): string {
  const varint = value < 0n ? -2n * value - 1n : 2n * value;
  const how =
    value < 0n ? `odd numbers encode negative values: -(${varint} + 1) / 2` : `even numbers are halved: ${varint} / 2`;
  return `The varint ${varint} in zigzag form: ${how} = ${value}.`;
}
