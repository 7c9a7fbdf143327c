/**
 * Converts JavaScript values to variants.
 *
 *   null, undefined              null (undefined fields are omitted)
 *   boolean                      boolean
 *   number                       int32 for 32-bit integers other than -0, otherwise double
 *   bigint                       int64 if it fits in 64 bits, otherwise decimal16 of scale 0 (at most 38 digits)
 *   string                       string
 *   Date                         timestamp (UTC, microseconds)
 *   Temporal objects             date, time, timestampNanos, timestampNtzNanos
 *   Uint8Array                   binary
 *   arrays, other typed arrays   array
 *   Map                          object; keys are strings
 *   other objects                object, of their own enumerable properties
 *   Variant                      the same value
 */
import { ParquetError } from '@marquetry/core';
import { parseDate, parseTime, parseTimestamp } from '@marquetry/logical';
import { isVariant, type Variant } from '../encoding/variant.js';
import { maxDepth, VariantView } from '../encoding/view.js';
import { createDictionaries, type NameIds } from './dictionary.js';
import { Output, type OutputField } from './output.js';

const encoder: TextEncoder = /* @__PURE__ */ new TextEncoder();

/** Converts JavaScript values to variants. */
export type VariantEncoder = (value: unknown) => Variant;

/**
 * Returns a variant of a JavaScript value. In its default mode `plain`, `toValue` converts numbers back to numbers, and
 * bigints of up to 64 bits back to bigints. To choose the kind of a value, use `typedVariant`, whose results may occur
 * anywhere in `value`.
 * @throws ParquetError INVALID_ARGUMENT for values without a variant kind, such as functions; for text that is not
 * well-formed UTF-16; for more than 500 nested objects and arrays, which includes an object that contains itself. LIMIT
 * for a variant of 2^31 bytes or more.
 */
export function toVariant(value: unknown): Variant {
  return createVariantEncoder()(value);
}

/** Like {@link toVariant}, but for many values. Values with the same field names share one dictionary. */
export function createVariantEncoder(): VariantEncoder {
  const dictionaries = createDictionaries();
  const output = new Output();
  return (value) => {
    const names = new Set<string>();
    collectNames(value, names, 0);
    const dictionary = dictionaries(names);
    output.length = 0;
    write(value, output, dictionary);
    return new VariantView(dictionary.metadata, output.taken(), 0, output.length, 0);
  };
}

function collectNames(value: unknown, names: Set<string>, depth: number): void {
  if (typeof value !== 'object' || value === null) return;
  const below = containerOf(value);
  if (below === undefined) return;
  if (depth >= maxDepth) {
    const what = `a value has more than ${maxDepth} nested objects and arrays, or contains itself`;
    throw new ParquetError('INVALID_ARGUMENT', what);
  }
  if (below.kind === 'array') {
    for (const element of below.elements) collectNames(element, names, depth + 1);
    return;
  }
  for (const [name, field] of below.fields) {
    if (field === undefined) continue;
    names.add(wellFormed(name));
    collectNames(field, names, depth + 1);
  }
}

type Entries =
  | { readonly kind: 'array'; readonly elements: Iterable<unknown> }
  | { readonly kind: 'object'; readonly fields: Iterable<readonly [name: string, value: unknown]> };

/** Returns the entries of a value that becomes an object or array; undefined for any other value. */
function containerOf(value: object): Entries | undefined {
  if (isVariant(value)) {
    if (value.kind === 'object') return { kind: 'object', fields: value.entries() };
    return value.kind === 'array' ? { kind: 'array', elements: value } : undefined;
  }
  if (Array.isArray(value)) return { kind: 'array', elements: value };
  if (ArrayBuffer.isView(value)) {
    if (value instanceof Uint8Array || value instanceof DataView) return undefined;
    return { kind: 'array', elements: value as unknown as Iterable<unknown> };
  }
  if (value instanceof Map) return { kind: 'object', fields: mapFields(value) };
  return isFieldObject(value) ? { kind: 'object', fields: Object.entries(value) } : undefined;
}

function* mapFields(map: ReadonlyMap<unknown, unknown>): Generator<[string, unknown], void, undefined> {
  for (const [key, value] of map) {
    if (typeof key !== 'string') throw refusal(key, 'an object key: keys of Maps must be strings');
    yield [key, value];
  }
}

/** True for plain objects and instances of the caller's classes; false for built-in classes. */
function isFieldObject(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype === Object.prototype || prototype === null) return true;
  return Object.prototype.toString.call(value) === '[object Object]';
}

function write(value: unknown, output: Output, dictionary: NameIds): void {
  switch (typeof value) {
    case 'undefined':
      output.nothing();
      return;
    case 'boolean':
      output.boolean(value);
      return;
    case 'number':
      if ((value | 0) === value && !Object.is(value, -0)) output.int32('int32', 4, value);
      else output.double(value);
      return;
    case 'bigint':
      writeBigint(value, output);
      return;
    case 'string':
      output.sized('string', encoder.encode(wellFormed(value)));
      return;
    case 'object':
      if (value === null) output.nothing();
      else writeObject(value, output, dictionary);
      return;
    default:
      throw refusal(value, 'a valid variant value');
  }
}

function writeBigint(value: bigint, output: Output): void {
  if (BigInt.asIntN(64, value) === value) {
    output.integer('int64', 8, value);
    return;
  }
  if (value > maxDecimal || value < -maxDecimal) {
    throw new ParquetError('INVALID_ARGUMENT', 'a variant cannot hold a bigint of more than 38 digits');
  }
  output.decimal('decimal16', value, 0);
}

const maxDecimal = 10n ** 38n - 1n;

function writeObject(value: object, output: Output, dictionary: NameIds): void {
  const below = containerOf(value);
  if (below === undefined) {
    writePrimitive(value, output);
    return;
  }
  const start = output.length;
  if (below.kind === 'array') {
    const offsets: number[] = [];
    for (const element of below.elements) {
      offsets.push(output.length - start);
      write(element, output, dictionary);
    }
    output.array(start, offsets);
    return;
  }
  const fields: OutputField[] = [];
  for (const [name, field] of below.fields) {
    if (field === undefined) continue;
    const id = dictionary.ids.get(name);
    // A getter may have returned a different object than in the first pass.
    if (id === undefined)
      throw refusal(field, 'a field that the object had before: the object must not change while it is read');
    fields.push({ name, id, offset: output.length - start });
    write(field, output, dictionary);
  }
  output.object(start, fields);
}

function writePrimitive(value: object, output: Output): void {
  if (isVariant(value)) {
    output.raw(value.value);
    return;
  }
  if (value instanceof Uint8Array) {
    output.sized('binary', value);
    return;
  }
  if (value instanceof Date) {
    if (Number.isNaN(value.getTime())) throw refusal(value, 'a valid variant value: it is an invalid Date');
    output.integer('timestamp', 8, BigInt(value.getTime()) * 1000n);
    return;
  }
  const text = Object.prototype.toString.call(value);
  if (text.startsWith('[object Temporal.')) {
    const written = String(value);
    switch (text.slice(17, -1)) {
      case 'PlainDate': {
        const days = parseDate(written);
        if (days !== undefined) {
          output.int32('date', 4, days);
          return;
        }
        break;
      }
      case 'PlainTime': {
        const time = parseTime(written, 'MICROS');
        if (time?.isExact === true) {
          output.integer('time', 8, time.count);
          return;
        }
        throw refusal(value, 'a time of day in microseconds, which is the unit of variants');
      }
      case 'Instant':
        writeNanos('timestampNanos', parseTimestamp(written, 'NANOS', true)?.count, value, output);
        return;
      case 'PlainDateTime':
        writeNanos('timestampNtzNanos', parseTimestamp(written, 'NANOS', false)?.count, value, output);
        return;
      default:
    }
  }
  throw refusal(value, 'a valid variant value');
}

function writeNanos(
  kind: 'timestampNanos' | 'timestampNtzNanos',
  count: bigint | undefined,
  value: object,
  output: Output,
): void {
  if (count === undefined || BigInt.asIntN(64, count) !== count) {
    throw refusal(value, 'a timestamp that fits in 64 bits of nanoseconds');
  }
  output.integer(kind, 8, count);
}

const loneSurrogate = /\p{Surrogate}/u;

function wellFormed(text: string): string {
  if (!loneSurrogate.test(text)) return text;
  throw new ParquetError('INVALID_ARGUMENT', 'a string with half of a surrogate pair cannot be encoded as UTF-8');
}

function refusal(value: unknown, wanted: string): ParquetError {
  const shown = typeof value === 'object' ? Object.prototype.toString.call(value).slice(8, -1) : typeof value;
  return new ParquetError('INVALID_ARGUMENT', `a value of type ${shown} is not ${wanted}`);
}
