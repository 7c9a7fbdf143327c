/**
 * The logical fields of a schema: its structs, lists, maps and columns, without the wrapper groups in which lists and maps are stored.
 *
 *   optional group tags (LIST) { repeated group list { optional binary element (STRING) } }
 *   -> { kind: 'list', nullable, element: { kind: 'leaf', nullable } }
 */
import type { LeafNode, SchemaNode } from './node.js';

interface FieldBase {
  /**
   * The field's name in its struct or in the schema. The element of a list, and the key and value of a map, have the
   * names of their nodes.
   */
  readonly name: string;
  /** The outermost node of the field: the annotated group of a list or map, the group of a struct, or the leaf. */
  readonly node: SchemaNode;
  /** True if the field may be null. */
  readonly nullable: boolean;
  /** Entries of the field whose definition level is at least this are not null. */
  readonly definitionLevel: number;
  /** The columns of this field, in the order of the schema. There is at least one. */
  readonly leaves: readonly LeafNode[];
}

/** A field that is a single column. */
export interface LeafField extends FieldBase {
  readonly kind: 'leaf';
  readonly leaf: LeafNode;
}

/** A field that is a struct: a group of named fields. */
export interface StructField extends FieldBase {
  readonly kind: 'struct';
  readonly fields: readonly Field[];
}

interface RepeatedBase extends FieldBase {
  /** A list or map has entries if its definition level is at least this. At a lower level, it is empty or null. */
  readonly entryDefinitionLevel: number;
  /** The repetition level of the second and every later entry of a list or map. */
  readonly repetitionLevel: number;
}

/**
 * A list: a group annotated as LIST, in the current or an older form, or a repeated field without an annotation. The
 * latter is never null.
 */
export interface ListField extends RepeatedBase {
  readonly kind: 'list';
  readonly element: Field;
}

/** A MAP. Some writers omit the value, or make the key optional. */
export interface MapField extends RepeatedBase {
  readonly kind: 'map';
  readonly key: Field;
  readonly value: Field | undefined;
}

/**
 * A VARIANT: each entry is a value of any type, in a binary encoding. This is a separate kind of field, so that code
 * for structs does not treat its storage columns as fields.
 */
export interface VariantField extends FieldBase {
  readonly kind: 'variant';
  /**
   * The VARIANT group as a struct, with the same node and levels: `metadata`, `value`, and `typed_value` if the column
   * is shredded (VariantShredding.md), as ordered in the file. The columns are not checked: a corrupt file may have
   * different ones.
   */
  readonly storage: StructField;
}

/** A logical field. Narrow it by `kind`. */
export type Field = LeafField | StructField | ListField | MapField | VariantField;
