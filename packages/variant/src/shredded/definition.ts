/**
 * The columns of a shredded VARIANT to write (VariantShredding.md#value-shredding).
 */
import type {
  ColumnTypeName,
  ColumnTypeOptions,
  FieldDefinition,
  FieldDefinitions,
  NodeOptions,
  VariantDefinition,
} from '@marquetry/schema';

/**
 * How values of a VARIANT are shredded (VariantShredding.md): the type of a primitive, such as `'INT64'` or `{ type: 'DECIMAL', ... }`; the
 * fields of objects; the elements of arrays. Fields that are not named stay in binary. `'VARIANT'` is a field or element with a binary column
 * of its own. `optional`, `repeated` and `fieldId` have no meaning here.
 */
export type ShreddingDefinition =
  | 'VARIANT'
  | ColumnTypeName
  | ({ readonly type: ColumnTypeName } & ColumnTypeOptions)
  | { readonly fields: { readonly [name: string]: ShreddingDefinition } }
  | { readonly list: ShreddingDefinition };

/** A VARIANT with shredded columns. */
export interface ShreddedDefinition extends VariantDefinition {
  readonly storage: FieldDefinitions;
}

/**
 * A VARIANT column of `defineSchema` that stores values of the given types in columns of their own, with statistics. Values of other types, and fields that
 * are not named, are stored in binary.
 *
 * ```ts
 * defineSchema({ event: shredded({ fields: { user: { fields: { id: 'INT64' } }, tags: { list: 'STRING' } } }, { optional: true }) });
 * ```
 * Types that variants are not shredded to, such as UINT8, are UNSUPPORTED when values are written.
 */
export function shredded(shred: ShreddingDefinition, options: NodeOptions = {}): ShreddedDefinition {
  return { ...options, type: 'VARIANT', storage: { metadata: 'BYTE_ARRAY', ...fieldsOf(shred) } };
}

/** Returns the fields of the group that stores one value. */
function fieldsOf(shred: ShreddingDefinition): FieldDefinitions {
  const value: FieldDefinition = { type: 'BYTE_ARRAY', optional: true };
  return shred === 'VARIANT' ? { value } : { value, typed_value: typedField(shred) };
}

function typedField(shred: Exclude<ShreddingDefinition, 'VARIANT'>): FieldDefinition {
  if (typeof shred === 'string') return { type: shred, optional: true };
  if ('list' in shred) return { list: { fields: fieldsOf(shred.list) }, optional: true };
  if (!('fields' in shred)) return { ...shred, optional: true };
  const fields = Object.entries(shred.fields).map(([name, field]) => [name, { fields: fieldsOf(field) }] as const);
  return { fields: Object.fromEntries(fields), optional: true };
}
