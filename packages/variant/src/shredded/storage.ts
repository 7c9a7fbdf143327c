/**
 * Converts variants to their shredded columns. A value with the type of `typed_value` is stored in `typed_value`, any other value in `value`. The
 * conversion is lossless and keeps the kind of each value (VariantShredding.md).
 */
import { ParquetError, withPlace } from '@marquetry/core';
import { withScale } from '@marquetry/logical';
import { formatPath, type VariantField } from '@marquetry/schema';
import { isVariant, type Variant } from '../encoding/variant.js';
import type { VariantView } from '../encoding/view.js';
import { openVariant } from '../encoding/view.js';
import { createVariantEncoder } from '../make/encode.js';
import { Output, type OutputField } from '../make/output.js';
import { type ShreddedObject, type ShreddedPrimitive, type ShreddedValue, shreddingPlan } from './plan.js';

/**
 * The stored fields of one group: `value` and `typed_value`, if the schema has them, and `metadata` in the outermost
 * group.
 */
export type VariantStorage = Readonly<Record<string, unknown>>;

/**
 * Creates a function that converts values of a VARIANT field to the columns that store it. Pass it to `createShredder`
 * from `@marquetry/records` as `variants`. Values are variants, or values that `toVariant` accepts.
 *
 * ```ts
 * const { event } = fields; // shredded to { id: INT64 }
 * createVariantStorage(event)({ id: 7n, name: 'x' }); // { metadata, value: { name }, typed_value: { id: { value: null, typed_value: 7n } } }
 * ```
 * @throws ParquetError CORRUPT or UNSUPPORTED, naming the column, for a schema that is not a shredded VARIANT as
 * specified. The returned function throws like `toVariant`, and throws INVALID_ARGUMENT for values that a schema
 * without a `value` column cannot store.
 */
export function createVariantStorage(field: VariantField): (value: unknown) => VariantStorage {
  const plan = shreddingPlan(field.storage);
  const encode = createVariantEncoder();
  const column = formatPath(field.node.path);
  const stored = (value: unknown): VariantStorage => {
    const variant = isVariant(value) ? value : encode(value);
    const stored = split(viewOf(variant), plan);
    if (stored !== undefined) return { metadata: variant.metadata, ...stored };
    const what = `a variant of kind ${variant.kind} does not have the type of \`typed_value\`, and the column has no \`value\` for other types`;
    throw new ParquetError('INVALID_ARGUMENT', what);
  };
  return (value) => {
    try {
      return stored(value);
    } catch (error) {
      throw withPlace(error, { column });
    }
  };
}

/** Returns the variant as a view created by this copy of the package. */
function viewOf(variant: Variant): VariantView {
  return ('dictionary' in variant ? variant : openVariant(variant.metadata, variant.value)) as VariantView;
}

/** Stores a variant. Returns undefined if the columns cannot store it. */
function split(variant: VariantView, node: ShreddedValue): VariantStorage | undefined {
  const typed = typedOf(variant, node);
  if (typed === undefined) return node.valueIndex < 0 ? undefined : group(node, variant.value, null);
  return group(node, typed.rest, typed.typed);
}

const absent: unique symbol = /* @__PURE__ */ Symbol('absent');

function group({ valueIndex, typedIndex }: ShreddedValue, value: unknown, typed: unknown): VariantStorage {
  if (typedIndex < 0) return { value };
  return valueIndex < 0 ? { typed_value: typed } : { value, typed_value: typed };
}

interface Typed {
  readonly typed: unknown;
  /** The encoded fields that are not shredded; null if there are none. */
  readonly rest: Uint8Array | null;
}

/** Converts a value for `typed_value`. Returns undefined if the value has another type. */
function typedOf(variant: VariantView, node: ShreddedValue): Typed | undefined {
  const { typed } = node;
  switch (typed?.kind) {
    case undefined:
      return undefined;
    case 'primitive': {
      if (variant.kind !== typed.type) return undefined;
      const value = primitiveOf(variant, typed);
      return value === absent ? undefined : { typed: value, rest: null };
    }
    case 'array': {
      if (variant.kind !== 'array') return undefined;
      const elements: VariantStorage[] = [];
      for (const element of variant) {
        const stored = split(element, typed.element);
        if (stored === undefined) return undefined;
        elements.push(stored);
      }
      return { typed: elements, rest: null };
    }
    case 'object':
      return variant.kind === 'object' ? objectOf(variant, typed, node) : undefined;
  }
}

function objectOf(variant: VariantView, { names, values }: ShreddedObject, node: ShreddedValue): Typed | undefined {
  const places = new Map(names.map((name, place) => [name, place]));
  const stored: (VariantStorage | undefined)[] = new Array(names.length).fill(undefined);
  const output = new Output();
  const rest: OutputField[] = [];
  for (const [name, field] of variant.entries()) {
    const place = places.get(name);
    if (place !== undefined) {
      const fitting = split(field, values[place] as ShreddedValue);
      if (fitting === undefined) return undefined;
      stored[place] = fitting;
    } else {
      rest.push({ name, id: variant.dictionary.idsOf(name)[0] ?? 0, offset: output.length });
      output.raw(field.value);
    }
  }
  if (rest.length > 0 && node.valueIndex < 0) return undefined;
  const fields: Record<string, VariantStorage> = Object.create(null);
  for (const [place, name] of names.entries())
    fields[name] = stored[place] ?? group(values[place] as ShreddedValue, null, null);
  if (rest.length === 0) return { typed: fields, rest: null };
  output.object(0, rest);
  return { typed: fields, rest: output.taken() };
}

/**
 * Converts a primitive to the JavaScript value that rows use for its column; returns `absent` for a decimal that the column cannot store.
 */
function primitiveOf(variant: VariantView, { type, scale, precision }: ShreddedPrimitive): unknown {
  switch (type) {
    case 'boolean':
      return variant.asBoolean();
    case 'int8':
    case 'int16':
    case 'int32':
    case 'date':
    case 'float':
    case 'double':
      return variant.asNumber();
    case 'decimal4':
    case 'decimal8':
    case 'decimal16': {
      const { unscaled, scale: own } = variant.asDecimal();
      const most = 10n ** BigInt(precision);
      return own === scale && unscaled < most && unscaled > -most ? withScale(String(unscaled), scale) : absent;
    }
    case 'string':
      return variant.asString();
    case 'binary':
    case 'uuid':
      return variant.asBytes();
    case 'null':
      return absent;
    default:
      return variant.asBigint();
  }
}
