import { ConvertedType, FieldRepetitionType, type SchemaElement } from '@marquetry/metadata';
import { createSchema, defineSchema, type Field, fieldsOf, holdVariants } from '@marquetry/schema';
import { describe, expect, test } from 'vitest';

const repetitions = {
  required: FieldRepetitionType.REQUIRED,
  optional: FieldRepetitionType.OPTIONAL,
  repeated: FieldRepetitionType.REPEATED,
} as const;
const annotations: Record<string, Partial<SchemaElement>> = {
  LIST: { convertedType: ConvertedType.LIST, logicalType: { kind: 'LIST' } },
  MAP: { convertedType: ConvertedType.MAP, logicalType: { kind: 'MAP' } },
  MAP_KEY_VALUE: { convertedType: ConvertedType.MAP_KEY_VALUE },
  UTF8: { convertedType: ConvertedType.UTF8 },
};

/** Parses a schema in the specification's notation, with lines such as `optional group tags (LIST) {`. */
function parse(text: string): SchemaElement[] {
  const elements: SchemaElement[] = [];
  const open: { element: SchemaElement & { numChildren?: number }; children: number }[] = [];
  const lines = text.replace(/\s+/g, ' ').match(/[^{};]+[{;]|\}/g) ?? [];
  for (const line of lines.map((found) => found.trim())) {
    if (line === '}') {
      const { element, children } = open.pop() ?? { element: { name: '' }, children: 0 };
      Object.assign(element, { numChildren: children });
      continue;
    }
    const [, repetition = '', type = '', name = '', annotation = ''] =
      /^(?:(required|optional|repeated) )?(\w+) (\w+)(?: \((\w+)\))? ?[{;]$/.exec(line) ?? [];
    const element: SchemaElement = {
      name,
      ...(repetition === '' ? {} : { repetitionType: repetitions[repetition as keyof typeof repetitions] }),
      ...(type === 'group' || type === 'message' ? {} : { type: type === 'binary' ? 6 : 1 }),
      ...annotations[annotation],
    };
    const parent = open.at(-1);
    if (parent !== undefined) parent.children++;
    elements.push(element);
    if (line.endsWith('{')) open.push({ element, children: 0 });
  }
  return elements;
}

/**
 * Formats a field as text. A nullable field shows `?` and its definition level; a list or map shows `d` and `r` with
 * the levels of its entries.
 */
function words(field: Field): string {
  const null_ = field.nullable ? `?${field.definitionLevel}` : '';
  switch (field.kind) {
    case 'leaf':
      return `${field.leaf.type === 6 ? 'binary' : 'int32'}${null_}`;
    case 'struct':
      return `{${field.fields.map((child) => `${child.name}: ${words(child)}`).join(', ')}}${null_}`;
    case 'variant':
      return `variant ${words(field.storage)}`;
    case 'list':
      return `[${words(field.element)} d${field.entryDefinitionLevel} r${field.repetitionLevel}]${null_}`;
    case 'map':
      return `<${words(field.key)}, ${field.value === undefined ? '-' : words(field.value)} d${field.entryDefinitionLevel} r${field.repetitionLevel}>${null_}`;
  }
}

const fieldIn = (text: string): string => {
  const fields = fieldsOf(createSchema(parse(`message m { ${text} }`)));
  return fields.map(words).join(' | ');
};

describe('list fields (LogicalTypes.md#lists)', () => {
  test.each([
    [
      'three levels, all optional',
      'optional group a (LIST) { repeated group list { optional binary element (UTF8); } }',
      '[binary?3 d2 r1]?1',
    ],
    [
      'three levels, required',
      'required group a (LIST) { repeated group list { required binary element (UTF8); } }',
      '[binary d1 r1]',
    ],
    [
      'names of the wrapper and the element do not matter',
      'optional group a (LIST) { repeated group bag { optional int32 array_element; } }',
      '[int32?3 d2 r1]?1',
    ],
    [
      'rule 1: a repeated field that is not a group is the required element',
      'optional group a (LIST) { repeated int32 element; }',
      '[int32 d2 r1]?1',
    ],
    [
      'rule 2: a repeated group with several fields is the element',
      'optional group a (LIST) { repeated group element { required binary str (UTF8); required int32 num; } }',
      '[{str: binary, num: int32} d2 r1]?1',
    ],
    [
      'rule 3: a repeated group with one repeated field is the element',
      'optional group a (LIST) { repeated group element { repeated int32 n; } }',
      '[{n: [int32 d3 r2]} d2 r1]?1',
    ],
    [
      'rule 4: a group named array with one field is the element',
      'optional group a (LIST) { repeated group array { required binary str (UTF8); } }',
      '[{str: binary} d2 r1]?1',
    ],
    [
      'rule 4: a group with one field, named like the list plus _tuple, is the element',
      'optional group a (LIST) { repeated group a_tuple { required binary str (UTF8); } }',
      '[{str: binary} d2 r1]?1',
    ],
    [
      'rule 5: a group whose name ends in _tuple but does not match the list is a wrapper',
      'optional group a (LIST) { repeated group b_tuple { required binary str (UTF8); } }',
      '[binary d2 r1]?1',
    ],
    [
      'a two-level list in a two-level list',
      'optional group a (LIST) { repeated group array (LIST) { repeated int32 array; } }',
      '[[int32 d3 r2] d2 r1]?1',
    ],
    [
      'a three-level list in a three-level list',
      'optional group a (LIST) { repeated group list { optional group element (LIST) { repeated group list { optional int32 element; } } } }',
      '[[int32?5 d4 r2]?3 d2 r1]?1',
    ],
    [
      'a repeated field without an annotation is a required list of required entries',
      'repeated int32 a;',
      '[int32 d1 r1]',
    ],
    [
      'nested repeated fields without an annotation',
      'repeated group a { optional int32 x; repeated int32 y; }',
      '[{x: int32?2, y: [int32 d2 r2]} d1 r1]',
    ],
    [
      'a repeated LIST is a list of lists',
      'repeated group a (LIST) { repeated group list { optional int32 element; } }',
      '[[int32?3 d2 r2] d1 r1]',
    ],
    [
      'a group with the annotation but not the form of a list is a struct',
      'optional group a (LIST) { optional int32 x; optional int32 y; }',
      '{x: int32?2, y: int32?2}?1',
    ],
  ])('fieldsOf returns the expected field of a list: %s', (_, text, expected) => {
    expect(fieldIn(text)).toBe(expected);
  });
});

describe('map fields (LogicalTypes.md#maps)', () => {
  test.each([
    [
      'the standard form',
      'optional group m (MAP) { repeated group key_value { required binary key (UTF8); optional int32 value; } }',
      '<binary, int32?3 d2 r1>?1',
    ],
    [
      'other names, and the old annotation inside the MAP',
      'optional group m (MAP) { repeated group map (MAP_KEY_VALUE) { required binary str (UTF8); required int32 num; } }',
      '<binary, int32 d2 r1>?1',
    ],
    [
      'MAP_KEY_VALUE alone',
      'optional group m (MAP_KEY_VALUE) { repeated group map { required binary key (UTF8); optional int32 value; } }',
      '<binary, int32?3 d2 r1>?1',
    ],
    [
      'without values',
      'required group m (MAP) { repeated group key_value { required binary key; } }',
      '<binary, - d1 r1>',
    ],
    [
      'optional keys, as some writers produce',
      'optional group m (MAP) { repeated group key_value { optional binary key; optional int32 value; } }',
      '<binary?3, int32?3 d2 r1>?1',
    ],
    [
      'a map in a map',
      'optional group m (MAP) { repeated group key_value { required binary key; optional group value (MAP) { repeated group key_value { required int32 key; required int32 value; } } } }',
      '<binary, <int32, int32 d4 r2>?3 d2 r1>?1',
    ],
    [
      'a group with three fields is not a map',
      'optional group m (MAP) { repeated group kv { required int32 a; required int32 b; required int32 c; } }',
      '{kv: [{a: int32, b: int32, c: int32} d2 r1]}?1',
    ],
  ])('fieldsOf returns the expected field of a map: %s', (_, text, expected) => {
    expect(fieldIn(text)).toBe(expected);
  });
});

describe('struct fields', () => {
  test('a required or optional group is a struct, and a group without columns has no field', () => {
    expect(fieldIn('required group a { optional group b { required int32 x; } required group none { } }')).toBe(
      '{b: {x: int32}?1}',
    );
  });

  test('fieldsOf returns the fields of a schema that defineSchema created', () => {
    const schema = defineSchema({
      id: 'INT32',
      tags: { list: { type: 'STRING', optional: true }, optional: true },
      sizes: { map: ['STRING', { fields: { w: 'INT32', h: { type: 'INT32', optional: true } } }] },
    });
    expect(fieldsOf(schema).map((field) => `${field.name} ${words(field)}`)).toEqual([
      'id int32',
      'tags [binary?3 d2 r1]?1',
      'sizes <binary, {w: int32, h: int32?2} d1 r1>',
    ]);
  });
});

describe('fieldsOf with leaves', () => {
  const schema = createSchema(
    parse(`message m {
      required int32 id;
      optional group a { optional int32 x; optional group b (LIST) { repeated group list { optional group element { required int32 p; required int32 q; } } } }
      optional group m (MAP) { repeated group key_value { required binary key; optional group value { required int32 u; optional int32 v; } } }
    }`),
  );
  const fieldsWith = (...paths: string[]): string =>
    fieldsOf(
      schema,
      paths.flatMap((path) => schema.find(path)),
    )
      .map((field) => `${field.name} ${words(field)} of ${field.leaves.length}`)
      .join(' | ');

  test.each([
    [['id'], 'id int32 of 1'],
    [['a.x'], 'a {x: int32?2}?1 of 1'],
    // A group stays a struct if only one of its fields is selected.
    [['a.b.list.element.q', 'id'], 'id int32 of 1 | a {b: [{q: int32}?4 d3 r1]?2}?1 of 1'],
    [['m'], 'm <binary, {u: int32, v: int32?4}?3 d2 r1>?1 of 3'],
    [['m.key_value.key', 'm.key_value.value.v'], 'm <binary, {v: int32?4}?3 d2 r1>?1 of 2'],
    [['m.key_value.key'], 'm [{key: binary} d2 r1]?1 of 1'],
    [['m.key_value.value'], 'm [{value: {u: int32, v: int32?4}?3} d2 r1]?1 of 2'],
  ])('fieldsOf returns only the fields with the leaves %j', (paths, expected) => {
    expect(fieldsWith(...paths)).toBe(expected);
  });
});

describe('VARIANT fields (VariantShredding.md)', () => {
  const unshredded = 'required binary metadata; required binary value;';
  const fieldOf = (below: string): string => {
    const [root, group, ...rest] = parse(`message m { optional group v { ${below} } }`) as [
      SchemaElement,
      SchemaElement,
      ...SchemaElement[],
    ];
    const annotated: SchemaElement = { ...group, logicalType: { kind: 'VARIANT', specificationVersion: 1 } };
    return fieldsOf(createSchema([root, annotated, ...rest]))
      .map(words)
      .join(' | ');
  };
  test('a VARIANT group is a field of the kind variant, whose storage is a struct with the same levels', () => {
    expect(fieldOf(unshredded)).toBe('variant {metadata: binary, value: binary}?1');
    expect(fieldOf('required binary metadata; optional binary value; optional int32 typed_value;')).toBe(
      'variant {metadata: binary, value: binary?2, typed_value: int32?2}?1',
    );
  });
  test('a VARIANT group may have typed_value without value, and its columns in any order', () => {
    expect(fieldOf('optional int32 typed_value; required binary metadata;')).toBe(
      'variant {typed_value: int32?2, metadata: binary}?1',
    );
  });
  test('a VARIANT group becomes a struct if only some of its columns are selected', () => {
    const schema = defineSchema({ a: { list: { type: 'VARIANT' } }, b: 'INT32' });
    const [list] = fieldsOf(schema);
    expect(holdVariants(fieldsOf(schema))).toBe(true);
    expect(list && words(list)).toBe('[variant {metadata: binary, value: binary} d1 r1]');
    const pruned = fieldsOf(schema, schema.find('a.list.element.value'));
    expect(pruned.map(words)).toEqual(['[{value: binary} d1 r1]']);
    expect(holdVariants(pruned)).toBe(false);
  });
});
