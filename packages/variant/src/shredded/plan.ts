/**
 * Interprets the columns of a VARIANT, according to the shredding in its schema (VariantShredding.md#value-shredding).
 *
 *   group v (VARIANT)
 *     metadata, value                      the value, unless it has the type below
 *     typed_value                          a primitive, a list of groups, or a group of fields:
 *       name                               the field `name`, which is also a group of value and typed_value
 */
import { ParquetError, PhysicalType } from '@marquetry/core';
import {
  type Field,
  formatPath,
  type LeafField,
  type LeafNode,
  type ListField,
  type StructField,
} from '@marquetry/schema';
import type { PrimitiveKind } from '../encoding/kind.js';

/**
 * A value of a VARIANT: stored in `value`, in `typed_value`, or in both if it is an object. Ordinals count the fields
 * of `group`.
 */
export interface ShreddedValue {
  readonly group: StructField;
  /** The ordinal of `value`; -1 if there is none. */
  readonly valueIndex: number;
  /** The ordinal of `typed_value`; -1 if there is none. */
  readonly typedIndex: number;
  readonly typed: ShreddedType | undefined;
}

/** The content of the `typed_value` column. */
type ShreddedType = ShreddedPrimitive | ShreddedArray | ShreddedObject;

export interface ShreddedPrimitive {
  readonly kind: 'primitive';
  readonly field: LeafField;
  readonly type: PrimitiveKind;
  /** The scale of decimals; 0 for other types. */
  readonly scale: number;
  readonly precision: number;
}

interface ShreddedArray {
  readonly kind: 'array';
  readonly field: ListField;
  readonly element: ShreddedValue;
}

export interface ShreddedObject {
  readonly kind: 'object';
  readonly field: StructField;
  /** The name of each field, by its ordinal in the group. */
  readonly names: readonly string[];
  readonly values: readonly ShreddedValue[];
}

/**
 * Returns the shredding of a VARIANT. `group` contains the columns that store it.
 * @throws ParquetError CORRUPT, naming the column, for a schema that the specification does not allow; UNSUPPORTED for
 * a column type that the specification does not list.
 */
export function shreddingPlan(group: StructField): ShreddedValue {
  const { annotation } = group.node;
  const version = annotation?.kind === 'VARIANT' ? annotation.specificationVersion : undefined;
  if (version !== undefined && version !== 1) {
    const what = `VARIANT has specification version ${version}; only 1 is supported`;
    throw new ParquetError('UNSUPPORTED', what, { column: formatPath(group.node.path) });
  }
  const plan = pathPlan(group);
  if (plan.valueIndex < 0 && plan.typedIndex < 0) throw fault(group, 'a VARIANT has neither `value` nor `typed_value`');
  return plan;
}

/** Like {@link shreddingPlan}, for the columns of a path, which may lack `value`, `typed_value` or both. */
export function pathPlan(group: StructField): ShreddedValue {
  const plan = shreddedOf(group, true);
  const metadata = group.fields.find(({ name }) => name === 'metadata');
  if (metadata?.kind !== 'leaf' || metadata.leaf.type !== PhysicalType.BYTE_ARRAY) {
    throw fault(group, 'the `metadata` of a VARIANT must be a BYTE_ARRAY');
  }
  return plan;
}

function shreddedOf(group: StructField, isRoot: boolean): ShreddedValue {
  const { fields } = group;
  const valueIndex = fields.findIndex(({ name }) => name === 'value');
  const typedIndex = fields.findIndex(({ name }) => name === 'typed_value');
  const known = Number(valueIndex >= 0) + Number(typedIndex >= 0) + Number(isRoot);
  if (known !== fields.length || (!isRoot && known === 0)) {
    throw fault(
      group,
      `the group of a shredded value contains ${fields.map(({ name }) => name).join(', ')}: only \`value\` and \`typed_value\` are allowed`,
    );
  }
  const value = fields[valueIndex];
  if (value !== undefined && !(value.kind === 'leaf' && value.leaf.type === PhysicalType.BYTE_ARRAY)) {
    throw fault(value, 'the `value` of a VARIANT is not a BYTE_ARRAY');
  }
  const typed = fields[typedIndex];
  return { group, valueIndex, typedIndex, typed: typed && typeOf(typed) };
}

function typeOf(field: Field): ShreddedType {
  switch (field.kind) {
    case 'leaf':
      return primitiveOf(field);
    case 'list': {
      const { element } = field;
      if (element.kind !== 'struct')
        throw fault(element, 'an element of a shredded array is not a group of `value` and `typed_value`');
      return { kind: 'array', field, element: shreddedOf(element, false) };
    }
    case 'struct': {
      const names = field.fields.map(({ name }) => name);
      if (new Set(names).size < names.length) throw fault(field, 'a shredded object has two fields with the same name');
      const values = field.fields.map((child) => {
        if (child.kind === 'struct') return shreddedOf(child, false);
        throw fault(child, 'a field of a shredded object is not a group of `value` and `typed_value`');
      });
      return { kind: 'object', field, names, values };
    }
    default:
      throw fault(field, `a \`typed_value\` is a ${field.kind}`);
  }
}

function primitiveOf(field: LeafField): ShreddedPrimitive {
  const { leaf } = field;
  const type = primitiveKindOf(leaf);
  if (type === undefined) {
    const what = `variants cannot be shredded to a \`typed_value\` of type ${leaf.annotation?.kind ?? leaf.type}`;
    throw new ParquetError('UNSUPPORTED', what, { column: formatPath(leaf.path) });
  }
  const { annotation } = leaf;
  const { scale, precision } = annotation?.kind === 'DECIMAL' ? annotation : { scale: 0, precision: 0 };
  return { kind: 'primitive', field, type, scale, precision };
}

/** Returns the variant kind of a column's values (VariantShredding.md#shredded-value-types). */
function primitiveKindOf({ type, annotation, width }: LeafNode): PrimitiveKind | undefined {
  switch (annotation?.kind) {
    case undefined:
      return unannotated[type];
    case 'INTEGER':
      if (!annotation.isSigned) return undefined;
      return ({ 8: 'int8', 16: 'int16', 32: 'int32', 64: 'int64' } as const)[annotation.bitWidth];
    case 'DATE':
      return 'date';
    case 'TIME':
      return annotation.unit === 'MICROS' && !annotation.isAdjustedToUTC ? 'time' : undefined;
    case 'TIMESTAMP':
      if (annotation.unit === 'MICROS') return annotation.isAdjustedToUTC ? 'timestamp' : 'timestampNtz';
      if (annotation.unit === 'NANOS') return annotation.isAdjustedToUTC ? 'timestampNanos' : 'timestampNtzNanos';
      return undefined;
    case 'DECIMAL': {
      if (annotation.precision > 38) return undefined;
      if (type === PhysicalType.INT32) return 'decimal4';
      if (type === PhysicalType.INT64) return 'decimal8';
      return type === PhysicalType.FIXED_LEN_BYTE_ARRAY && width > 16 ? undefined : 'decimal16';
    }
    case 'STRING':
      return 'string';
    case 'UUID':
      return 'uuid';
    default:
      return undefined;
  }
}

const unannotated: Readonly<Partial<Record<PhysicalType, PrimitiveKind>>> = {
  [PhysicalType.BOOLEAN]: 'boolean',
  [PhysicalType.INT32]: 'int32',
  [PhysicalType.INT64]: 'int64',
  [PhysicalType.FLOAT]: 'float',
  [PhysicalType.DOUBLE]: 'double',
  [PhysicalType.BYTE_ARRAY]: 'binary',
};

function fault({ node }: Field, reason: string): ParquetError {
  return new ParquetError('CORRUPT', reason, { column: formatPath(node.path) });
}
