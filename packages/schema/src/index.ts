/**
 * Reads and defines schemas of Parquet files: the tree of groups and columns, their maximum levels and their logical
 * types.
 */

export { describeAnnotation, describePhysicalType, describeType } from './annotation-text.js';
export {
  type ColumnDefinition,
  defineSchema,
  type FieldDefinition,
  type FieldDefinitions,
  type GroupDefinition,
  type ListDefinition,
  type MapDefinition,
  type NodeOptions,
  type SchemaOf,
  schemaElements,
  selectColumns,
  type VariantDefinition,
} from './define.js';
export type { ColumnTypeName, ColumnTypeOptions } from './define-column.js';
export type { Field, LeafField, ListField, MapField, StructField, VariantField } from './field.js';
export { fieldsOf, fieldsOfInSteps, holdVariants } from './fields.js';
export { type Annotation, annotationOf } from './logical.js';
export { type GroupNode, isFlat, type LeafNode, type Repetition, type SchemaNode } from './node.js';
export { formatPath, parsePath } from './path.js';
export { createSchema, createSchemaInSteps, type Schema } from './schema.js';
