/** Generates random schemas of a given depth, and random rows for them. */
import { defineSchema, type FieldDefinition, type FieldDefinitions, type Schema } from '@marquetry/schema';
import fc from 'fast-check';
import { type LeafKind, leafKinds, unknownKind } from './leaf-kinds.js';

/** A random field: its definition, a generator of its values, and their text. */
interface RandomField {
  readonly definition: FieldDefinition;
  readonly values: fc.Arbitrary<unknown>;
  /** Returns a value as nested arrays of text: a struct is an array of its fields, and a map an array of pairs. */
  text(value: unknown): unknown;
}

export interface RandomOptions {
  /** Maximum depth of nested groups, lists and maps. */
  readonly depth: number;
  readonly kinds: readonly LeafKind[];
  readonly names: fc.Arbitrary<string>;
  /**
   * True for tables that DuckDB and pyarrow can read: they have only values that both support, and no repeated keys in
   * a map.
   */
  readonly judged: boolean;
  /** Minimum number of fields of a repeated group without an annotation. The default is 1. */
  readonly repeatedFields?: number;
}

const anyName = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom('a', 'b', 'c', 'd', 'e') },
  fc.constantFrom(
    '__proto__',
    'constructor',
    'toString',
    'then',
    'a.b',
    'back\\slash',
    'list',
    'element',
    '',
    'ü',
    '0',
  ),
);

/** Options for tables without restrictions: all types, all values, and 6 levels of nesting. */
export const everything: RandomOptions = {
  depth: 6,
  kinds: [...leafKinds, unknownKind],
  names: anyName,
  judged: false,
};

export interface RandomTable {
  readonly schema: Schema;
  readonly rows: readonly unknown[];
  text(row: unknown): unknown;
}

/** Generates a schema and rows for it. */
export function randomTable(options: RandomOptions, maxRows = 12): fc.Arbitrary<RandomTable> {
  return structField(options, options.depth)
    .chain((root) =>
      fc.record({
        root: fc.constant(root),
        rows: fc.array(root.values, { minLength: 1, maxLength: maxRows }),
      }),
    )
    .map(({ root, rows }) => ({ schema: defineSchema(root.fields), rows, text: root.text }));
}

/**
 * Generates a field. `inStruct` is true for a field of a struct, the only kind that can be repeated without an annotation; list elements
 * and map values cannot.
 */
function field(options: RandomOptions, depth: number, inStruct = false): fc.Arbitrary<RandomField> {
  const leaves = { weight: 3, arbitrary: leafField(options) };
  if (depth <= 1) return leaves.arbitrary;
  return fc.oneof(
    leaves,
    { weight: 2, arbitrary: structField(options, depth - 1).chain(maybeOptional) },
    { weight: 2, arbitrary: fc.boolean().chain((annotated) => listField(options, depth - 1, annotated || !inStruct)) },
    { weight: 1, arbitrary: mapField(options, depth - 1) },
  );
}

function maybeOptional(inner: RandomField): fc.Arbitrary<RandomField> {
  return fc.boolean().map((optional) => (optional ? nullable(inner) : inner));
}

function nullable({ definition, values, text }: RandomField): RandomField {
  const base = typeof definition === 'string' ? { type: definition } : definition;
  return {
    definition: { ...base, optional: true } as FieldDefinition,
    values: fc.option(values, { freq: 3, nil: null }),
    text: (value) => (value === null ? null : text(value)),
  };
}

function leafField({ kinds, judged }: RandomOptions): fc.Arbitrary<RandomField> {
  return fc.constantFrom(...kinds).chain((kind) => {
    const plain: RandomField = {
      definition: kind.definition,
      values: judged ? (kind.judged ?? kind.values) : kind.values,
      text: (value) => kind.text(value as never),
    };
    return kind === unknownKind ? fc.constant(nullable({ ...plain, values: fc.constant(null) })) : maybeOptional(plain);
  });
}

interface RandomStruct extends RandomField {
  readonly fields: FieldDefinitions;
}

function structField(options: RandomOptions, depth: number, minLength = 1): fc.Arbitrary<RandomStruct> {
  const named = fc.tuple(options.names, field(options, depth, true));
  return fc.uniqueArray(named, { selector: ([name]) => name, minLength, maxLength: 3 }).map((entries) => {
    // Names may be any text, including `__proto__`, so the object has no prototype.
    const fields = Object.create(null) as Record<string, FieldDefinition>;
    for (const [name, { definition }] of entries) fields[name] = definition;
    return {
      definition: { fields },
      fields,
      values: fc.tuple(...entries.map(([, { values }]) => values)).map((values) =>
        objectOf(
          entries.map(([name]) => name),
          values,
        ),
      ),
      text: (value) => entries.map(([name, { text }]) => text((value as Record<string, unknown>)[name])),
    };
  });
}

/** Returns an object whose fields are its own properties, whatever their names, including `__proto__`. */
function objectOf(names: readonly string[], values: readonly unknown[]): object {
  const object = {};
  for (const [i, name] of names.entries()) {
    Object.defineProperty(object, name, { value: values[i], enumerable: true, writable: true, configurable: true });
  }
  return object;
}

const few = { minLength: 0, maxLength: 4 };

function listField(options: RandomOptions, depth: number, annotated: boolean): fc.Arbitrary<RandomField> {
  const texts =
    (text: RandomField['text']) =>
    (value: unknown): unknown =>
      (value as unknown[]).map(text);
  const list = field(options, depth).map((element) => ({
    element,
    values: fc.array(element.values, few),
    text: texts(element.text),
  }));
  if (annotated) {
    return list.chain(({ element, ...rest }) => maybeOptional({ definition: { list: element.definition }, ...rest }));
  }
  // A repeated field without an annotation, whose entries cannot be null or lists.
  return fc
    .oneof(
      structField(options, depth, options.repeatedFields),
      leafField({ ...options, kinds: options.kinds.filter((kind) => kind !== unknownKind) }),
    )
    .map((element) => {
      const { optional: _, ...definition } = (
        typeof element.definition === 'string' ? { type: element.definition } : element.definition
      ) as { optional?: boolean };
      const isNullable = (typeof element.definition !== 'string' && element.definition.optional) ?? false;
      const values = isNullable ? element.values.filter((value) => value !== null) : element.values;
      return {
        definition: { ...definition, repeated: true } as FieldDefinition,
        values: fc.array(values, few),
        text: texts(element.text),
      };
    });
}

function mapField(options: RandomOptions, depth: number): fc.Arbitrary<RandomField> {
  const keyKinds = options.kinds.filter(({ definition: { type } }) => type !== 'UNKNOWN');
  const keys = fc.constantFrom(...keyKinds).map((kind) => ({
    definition: kind.definition,
    values: options.judged ? (kind.judged ?? kind.values) : kind.values,
    text: (value: unknown) => kind.text(value as never),
  }));
  return fc.tuple(keys, field(options, depth)).chain(([key, value]) => {
    const entries = fc.tuple(key.values, value.values);
    return maybeOptional({
      definition: { map: [key.definition, value.definition] },
      values: options.judged
        ? fc.uniqueArray(entries, { ...few, selector: ([entryKey]) => key.text(entryKey) })
        : fc.array(entries, few),
      text: (pairs) => (pairs as [unknown, unknown][]).map(([k, v]) => [key.text(k), value.text(v)]),
    });
  });
}

/** Generates the options for writing a table. Pages and row groups are so small that each file has several. */
export const writing = fc.record({
  pageVersion: fc.constantFrom(1 as const, 2 as const),
  pageRows: fc.integer({ min: 1, max: 5 }),
  rowGroupRows: fc.integer({ min: 1, max: 8 }),
  dictionary: fc.boolean(),
});
