/** Defines the columns of a shredded VARIANT (VariantShredding.md#value-shredding). */
import type {
  ColumnTypeName,
  ColumnTypeOptions,
  FieldDefinition,
  FieldDefinitions,
  NodeOptions,
  VariantDefinition,
} from '@marquetry/schema';

/**
 * Describes how values of a VARIANT are shredded (VariantShredding.md): the type of a primitive, such as `'INT64'` or
 * `{ type: 'DECIMAL', ... }`; the fields of objects; the elements of arrays. Fields that are not named remain in the
 * binary column. `'VARIANT'` gives a field or element its own binary column. `optional`, `repeated` and `fieldId` are
 * ignored.
 */
export type ShreddingDefinition =
  | 'VARIANT'
  | ColumnTypeName
  | ({ readonly type: ColumnTypeName } & ColumnTypeOptions)
  | { readonly fields: { readonly [name: string]: ShreddingDefinition } }
  | { readonly list: ShreddingDefinition };

/** The definition of a VARIANT column that is shredded. */
export interface ShreddedDefinition extends VariantDefinition {
  readonly storage: FieldDefinitions;
}

/**
 * Returns the definition of a VARIANT column for `defineSchema`. Values of the given types are stored in separate
 * columns, with statistics. Values of other types, and fields that are not named, are stored in the column `value`.
 *
 * ```ts
 * defineSchema({ event: shredded({ fields: { user: { fields: { id: 'INT64' } }, tags: { list: 'STRING' } } }, { optional: true }) });
 * ```
 * Writing values throws UNSUPPORTED for types to which variants cannot be shredded, such as UINT8.
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
