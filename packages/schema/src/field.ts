/**
 * The logical fields of a schema: what its groups and repetitions mean, once the wrappers of lists and maps are taken off.
 *
 *   optional group tags (LIST) { repeated group list { optional binary element (STRING) } }
 *   -> { kind: 'list', nullable, element: { kind: 'leaf', nullable } }
 */
import type { LeafNode, SchemaNode } from './node.js';

interface FieldBase {
  /** The name in the struct or schema that it is in; that of the node for what a list or map holds. */
  readonly name: string;
  /** The outermost node that belongs to it: a list's annotated group, a struct's group, the leaf. */
  readonly node: SchemaNode;
  /** Whether an entry may be null. */
  readonly nullable: boolean;
  /** An entry is not null where the definition level is at least this. */
  readonly definitionLevel: number;
  /** The columns below, in the order of the schema. At least one. */
  readonly leaves: readonly LeafNode[];
}

/** A column. */
export interface LeafField extends FieldBase {
  readonly kind: 'leaf';
  readonly leaf: LeafNode;
}

/** Named fields. */
export interface StructField extends FieldBase {
  readonly kind: 'struct';
  readonly fields: readonly Field[];
}

interface RepeatedBase extends FieldBase {
  /** A list has entries where the definition level is at least this; below, and not null, it is empty. */
  readonly entryDefinitionLevel: number;
  /** An entry that is not the first of its list has this repetition level. */
  readonly repetitionLevel: number;
}

/** A list of any form: LIST, its older forms, or a repeated field without an annotation (which is never null). */
export interface ListField extends RepeatedBase {
  readonly kind: 'list';
  readonly element: Field;
}

/** A MAP. Some writers leave the value out, or make keys optional. */
export interface MapField extends RepeatedBase {
  readonly kind: 'map';
  readonly key: Field;
  readonly value: Field | undefined;
}

/**
 * A VARIANT: a value of any type in each entry, in a binary encoding. It is a kind of its own, so that code for structs does not
 * take the columns it is stored in for fields.
 */
export interface VariantField extends FieldBase {
  readonly kind: 'variant';
  /**
   * The group as a struct, with the same node and levels: `metadata`, `value`, and `typed_value` if the column is shredded
   * (VariantShredding.md), in the order of the file. A file may have other columns here: they are not checked.
   */
  readonly storage: StructField;
}

/** Narrow by `kind`. */
export type Field = LeafField | StructField | ListField | MapField | VariantField;
