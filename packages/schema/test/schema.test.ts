import { createLimits } from '@marquetry/core';
import { ConvertedType, FieldRepetitionType, type LogicalType, type SchemaElement } from '@marquetry/metadata';
import { createSchema, formatPath, type GroupNode, isFlat, parsePath, type SchemaNode } from '@marquetry/schema';
import { thrownBy } from '@marquetry/test-support/errors.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

const { REQUIRED, OPTIONAL, REPEATED } = FieldRepetitionType;
const root = (numChildren: number): SchemaElement => ({ name: 'schema', numChildren });
const group = (name: string, repetitionType: number, numChildren: number, more = {}): SchemaElement => ({
  name,
  repetitionType,
  numChildren,
  ...more,
});
const leaf = (name: string, repetitionType: number, type = 2, more = {}): SchemaElement => ({
  name,
  repetitionType,
  type,
  ...more,
});

/** The schema `Document` from the Dremel paper. */
const document = [
  root(3),
  leaf('DocId', REQUIRED),
  group('Links', OPTIONAL, 2),
  leaf('Backward', REPEATED),
  leaf('Forward', REPEATED),
  group('Name', REPEATED, 2),
  group('Language', REPEATED, 2),
  leaf('Code', REQUIRED, 6),
  leaf('Country', OPTIONAL, 6),
  leaf('Url', OPTIONAL, 6),
];

describe('createSchema', () => {
  test('createSchema computes the maximum levels of the Document schema in the Dremel paper', () => {
    const { leaves } = createSchema(document);
    expect(leaves.map((l) => [l.index, formatPath(l.path), l.maxDefinitionLevel, l.maxRepetitionLevel])).toEqual([
      [0, 'DocId', 0, 0],
      [1, 'Links.Backward', 2, 1],
      [2, 'Links.Forward', 2, 1],
      [3, 'Name.Language.Code', 2, 2],
      [4, 'Name.Language.Country', 3, 2],
      [5, 'Name.Url', 2, 1],
    ]);
  });

  test('createSchema gives each node its maximum levels, its kind and its schema element', () => {
    const schema = createSchema(document);
    const [docId, links, name] = schema.root.children;
    expect([docId?.kind, links?.kind, name?.kind]).toEqual(['leaf', 'group', 'group']);
    expect([links?.repetition, links?.maxDefinitionLevel, links?.maxRepetitionLevel]).toEqual(['optional', 1, 0]);
    expect([name?.repetition, name?.maxDefinitionLevel, name?.maxRepetitionLevel]).toEqual(['repeated', 1, 1]);
    expect(name?.element).toBe(document[5]);
    expect(schema.leaves.filter(isFlat).map((l) => l.name)).toEqual(['DocId']);
  });

  test('createSchema sets the width of a leaf to that of its physical type, or to the length of a FIXED_LEN_BYTE_ARRAY, which may be 0', () => {
    const elements = Array.from({ length: 8 }, (_, type) =>
      leaf(`t${type}`, REQUIRED, type, type === 7 ? { typeLength: 0 } : {}),
    );
    expect(createSchema([root(8), ...elements]).leaves.map((l) => l.width)).toEqual([0, 4, 8, 12, 4, 8, 0, 0]);
    expect(createSchema([root(1), leaf('f', REQUIRED, 7, { typeLength: 5 })]).leaves[0]?.width).toBe(5);
  });

  test('createSchema allows groups without columns, and a schema without columns', () => {
    expect(createSchema([root(0)]).leaves).toEqual([]);
    expect(createSchema([{ name: 'schema' }]).root.children).toEqual([]);
    const schema = createSchema([root(2), group('empty', OPTIONAL, 0), leaf('a', REQUIRED)]);
    expect(schema.leaves.map((l) => [l.name, l.index])).toEqual([['a', 0]]);
  });

  test.each<[string, SchemaElement[], string]>([
    ['no elements', [], 'the schema ends inside the group root'],
    ['a root with too large a child count', [root(2), leaf('a', REQUIRED)], 'the schema ends inside'],
    [
      'a group with too large a child count',
      [root(1), group('g', OPTIONAL, 2), leaf('a', REQUIRED)],
      'inside the group g',
    ],
    [
      'elements after the tree',
      [root(1), leaf('a', REQUIRED), leaf('b', REQUIRED)],
      'has 2 elements, but the footer lists 3',
    ],
    ['a negative child count', [root(1), group('g', OPTIONAL, -1)], 'must not be negative, got -1'],
    ['a forged child count', [root(2 ** 31 - 1)], 'the schema ends inside'],
    [
      'a physical type and children',
      [root(1), leaf('a', REQUIRED, 1, { numChildren: 1 }), leaf('b', REQUIRED)],
      'both',
    ],
    ['an undefined repetition type', [root(1), leaf('a', 3)], 'repetition type 3'],
    ['a missing repetition type', [root(1), { name: 'a', type: 1 }], 'repetition type undefined'],
    ['FIXED_LEN_BYTE_ARRAY without a length', [root(1), leaf('a', REQUIRED, 7)], 'got none'],
    ['FIXED_LEN_BYTE_ARRAY with a negative length', [root(1), leaf('a', REQUIRED, 7, { typeLength: -1 })], 'got -1'],
  ])('createSchema throws CORRUPT for %s', (_, elements, reason) => {
    const error = thrownBy(() => createSchema(elements));
    expect(error.code).toBe('CORRUPT');
    expect(error.reason).toContain(reason);
  });

  test.each([-7, 8, 2 ** 31 - 1])(
    'createSchema throws UNSUPPORTED for physical type %i, and names the column',
    (type) => {
      const error = thrownBy(() => createSchema([root(1), group('a', OPTIONAL, 1), leaf('b.c', REQUIRED, type)]));
      expect([error.code, error.at]).toEqual(['UNSUPPORTED', { column: 'a.b\\.c' }]);
      expect(error.reason).toContain(`physical type ${type}`);
    },
  );

  test('createSchema throws LIMIT for a schema that exceeds schemaDepth or schemaElements', () => {
    const nested = (depth: number): SchemaElement[] => [
      root(1),
      ...Array.from({ length: depth }, (_, i) => group(`g${i}`, REQUIRED, 1)),
      leaf('a', REQUIRED),
    ];
    expect(createSchema(nested(63)).leaves[0]?.path.length).toBe(64);
    expect(thrownBy(() => createSchema(nested(64))).code).toBe('LIMIT');
    expect(thrownBy(() => createSchema(nested(100_000))).code).toBe('LIMIT');
    expect(thrownBy(() => createSchema(nested(3), createLimits({ schemaElements: 4 }))).code).toBe('LIMIT');
  });

  test('createSchema throws LIMIT if a level exceeds 255, even if schemaDepth is larger', () => {
    const nested = (depth: number): SchemaElement[] => [
      root(1),
      ...Array.from({ length: depth }, (_, i) => group(`g${i}`, OPTIONAL, 1)),
      leaf('a', REQUIRED),
    ];
    const limits = createLimits({ schemaDepth: 1000 });
    expect(createSchema(nested(255), limits).leaves[0]?.maxDefinitionLevel).toBe(255);
    expect(thrownBy(() => createSchema(nested(256), limits)).code).toBe('LIMIT');
  });
});

describe('Schema.find', () => {
  const schema = createSchema([
    root(5),
    ...document.slice(5),
    leaf('a.b', REQUIRED),
    leaf('a', REQUIRED),
    leaf('twice', REQUIRED),
    leaf('twice', OPTIONAL),
  ]);
  const found = (path: string): number[] => schema.find(path).map((l) => l.index);

  test('columns are found by the path of a leaf or of a group', () => {
    expect(found('Name.Language.Code')).toEqual([0]);
    expect(found('Name.Language')).toEqual([0, 1]);
    expect(found('Name')).toEqual([0, 1, 2]);
  });

  test('a column whose name contains a dot is found by a path with a backslash before that dot', () => {
    expect(found('a\\.b')).toEqual([3]);
    expect(found('a')).toEqual([4]);
  });

  test('two columns with the same name are both found', () => {
    expect(found('twice')).toEqual([5, 6]);
  });

  const ofRoot = 'Name, a\\.b, a, twice, twice';
  const ofLanguage = 'Name.Language.Code, Name.Language.Country';
  test.each([
    ['', ofRoot],
    ['Nam', ofRoot],
    ['a.b', ofRoot],
    ['name', ofRoot],
    ['Name.x', 'Name.Language, Name.Url'],
    ['Name.x.y', 'Name.Language, Name.Url'],
    ['Name.Language.x', ofLanguage],
    ['Name.Language.Code.x', ofLanguage],
  ])('an error for the unknown path %j lists the columns of the innermost group that exists', (path, there) => {
    const error = thrownBy(() => schema.find(path));
    expect(error.code).toBe('INVALID_ARGUMENT');
    expect(error.reason).toBe(`there is no column ${path}: use one of ${there}`);
  });

  test('each of 50,000 columns is found without searching the others', () => {
    const names = Array.from({ length: 50_000 }, (_, i) => `c${i}`);
    const wide = createSchema([root(names.length), ...names.map((name) => leaf(name, REQUIRED))]);
    expect(names.every((name, i) => wide.find(name)[0] === wide.leaves[i])).toBe(true);
  });

  test('the error for an unknown path lists at most 20 names', () => {
    const wide = createSchema([root(30), ...Array.from({ length: 30 }, (_, i) => leaf(`c${i}`, REQUIRED))]);
    expect(thrownBy(() => wide.find('x')).reason).toMatch(/c19, and 10 more$/);
  });
});

describe('formatPath and parsePath', () => {
  test.each([
    [['a', 'b'], 'a.b'],
    [['a.b'], 'a\\.b'],
    [['a\\'], 'a\\\\'],
    [['a\\.b', 'c'], 'a\\\\\\.b.c'],
    [[''], ''],
    [['', ''], '.'],
    [['größe', '列', '🙂'], 'größe.列.🙂'],
  ])('formatPath and parsePath convert %j to %j and back', (path, text) => {
    expect(formatPath(path)).toBe(text);
    expect(parsePath(text)).toEqual(path);
  });

  test('parsePath returns the path from which formatPath created the text', () => {
    const name = fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom('.', '\\', 'a') }));
    fc.assert(
      fc.property(fc.array(name, { minLength: 1 }), (path) => {
        expect(parsePath(formatPath(path))).toEqual(path);
      }),
    );
  });

  test('parsePath keeps a backslash that is not before a dot or backslash', () => {
    expect(parsePath('a\\b.c\\')).toEqual(['a\\b', 'c\\']);
  });
});

describe('logical types', () => {
  const annotationOf = (type: number, more: Partial<SchemaElement>): SchemaNode['annotation'] =>
    createSchema([root(1), leaf('a', REQUIRED, type, more)]).leaves[0]?.annotation;
  const of = (logicalType: LogicalType): Partial<SchemaElement> => ({ logicalType });

  test('the logical type takes precedence over the converted type', () => {
    const both = { logicalType: { kind: 'JSON' }, convertedType: ConvertedType.UTF8 } as const;
    expect(annotationOf(6, both)).toEqual({ kind: 'JSON' });
  });

  test('an unknown logical type is kept, regardless of the physical type and the converted type', () => {
    const unknown = { kind: 'unknown', id: 99 } as const;
    for (let type = 0; type < 7; type++) expect(annotationOf(type, of(unknown))).toBe(unknown);
    expect(annotationOf(6, { logicalType: unknown, convertedType: ConvertedType.UTF8 })).toBe(unknown);
  });

  test.each<[keyof typeof ConvertedType, number, SchemaNode['annotation'], Partial<SchemaElement>?]>([
    ['UTF8', 6, { kind: 'STRING' }],
    ['ENUM', 6, { kind: 'ENUM' }],
    ['JSON', 6, { kind: 'JSON' }],
    ['BSON', 6, { kind: 'BSON' }],
    ['DECIMAL', 1, { kind: 'DECIMAL', scale: 2, precision: 9 }, { scale: 2, precision: 9 }],
    ['DECIMAL', 6, { kind: 'DECIMAL', scale: 0, precision: 40 }, { precision: 40 }],
    ['DATE', 1, { kind: 'DATE' }],
    ['TIME_MILLIS', 1, { kind: 'TIME', isAdjustedToUTC: true, unit: 'MILLIS' }],
    ['TIME_MICROS', 2, { kind: 'TIME', isAdjustedToUTC: true, unit: 'MICROS' }],
    ['TIMESTAMP_MILLIS', 2, { kind: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MILLIS' }],
    ['TIMESTAMP_MICROS', 2, { kind: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MICROS' }],
    ['UINT_8', 1, { kind: 'INTEGER', bitWidth: 8, isSigned: false }],
    ['UINT_16', 1, { kind: 'INTEGER', bitWidth: 16, isSigned: false }],
    ['UINT_32', 1, { kind: 'INTEGER', bitWidth: 32, isSigned: false }],
    ['UINT_64', 2, { kind: 'INTEGER', bitWidth: 64, isSigned: false }],
    ['INT_8', 1, { kind: 'INTEGER', bitWidth: 8, isSigned: true }],
    ['INT_16', 1, { kind: 'INTEGER', bitWidth: 16, isSigned: true }],
    ['INT_32', 1, { kind: 'INTEGER', bitWidth: 32, isSigned: true }],
    ['INT_64', 2, { kind: 'INTEGER', bitWidth: 64, isSigned: true }],
    ['INTERVAL', 7, { kind: 'INTERVAL' }, { typeLength: 12 }],
  ])('the converted type %s on physical type %i becomes its logical type', (name, type, expected, more = {}) => {
    expect(annotationOf(type, { convertedType: ConvertedType[name], ...more })).toEqual(expected);
  });

  test('a converted type that the format does not define is ignored', () => {
    expect(annotationOf(6, { convertedType: 22 })).toBeUndefined();
    expect(annotationOf(6, { convertedType: -1 })).toBeUndefined();
  });

  test.each<[string, number, LogicalType, Partial<SchemaElement>?]>([
    ['STRING on INT32', 1, { kind: 'STRING' }],
    ['DATE on INT64', 2, { kind: 'DATE' }],
    ['TIME in MILLIS on INT64', 2, { kind: 'TIME', isAdjustedToUTC: true, unit: 'MILLIS' }],
    ['TIME in MICROS on INT32', 1, { kind: 'TIME', isAdjustedToUTC: true, unit: 'MICROS' }],
    ['TIMESTAMP on INT96', 3, { kind: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'NANOS' }],
    ['INTEGER of 64 bits on INT32', 1, { kind: 'INTEGER', bitWidth: 64, isSigned: true }],
    ['INTEGER of 8 bits on INT64', 2, { kind: 'INTEGER', bitWidth: 8, isSigned: true }],
    ['INTEGER of 7 bits', 1, { kind: 'INTEGER', bitWidth: 7, isSigned: true }],
    ['UUID of 15 bytes', 7, { kind: 'UUID' }, { typeLength: 15 }],
    ['FLOAT16 of 4 bytes', 7, { kind: 'FLOAT16' }, { typeLength: 4 }],
    ['FLOAT16 on FLOAT', 4, { kind: 'FLOAT16' }],
    ['DECIMAL on DOUBLE', 5, { kind: 'DECIMAL', scale: 2, precision: 9 }],
    ['DECIMAL with a scale above its precision', 1, { kind: 'DECIMAL', scale: 5, precision: 4 }],
    ['DECIMAL with a negative scale', 1, { kind: 'DECIMAL', scale: -1, precision: 4 }],
    ['LIST on a leaf', 6, { kind: 'LIST' }],
  ])('a schema ignores %s: the values have the meaning of the physical type', (_, type, logicalType, more = {}) => {
    expect(annotationOf(type, { logicalType, ...more })).toBeUndefined();
  });

  test.each<[number, LogicalType, Partial<SchemaElement>?]>([
    [7, { kind: 'UUID' }, { typeLength: 16 }],
    [7, { kind: 'FLOAT16' }, { typeLength: 2 }],
    [7, { kind: 'DECIMAL', scale: 0, precision: 5 }, { typeLength: 3 }],
    [2, { kind: 'TIMESTAMP', isAdjustedToUTC: false, unit: 'NANOS' }],
    [6, { kind: 'GEOMETRY' }],
    [1, { kind: 'UNKNOWN' }],
    [6, { kind: 'UNKNOWN' }],
  ])('a column of physical type %i may have the logical type %j', (type, logicalType, more = {}) => {
    expect(annotationOf(type, { logicalType, ...more })).toEqual(logicalType);
  });

  test('a group may be annotated as LIST, MAP or VARIANT; MAP_KEY_VALUE means MAP only outside a MAP', () => {
    const of = (outer: Partial<SchemaElement>): (string | undefined)[] => {
      const schema = createSchema([
        root(1),
        group('m', OPTIONAL, 1, outer),
        group('key_value', REPEATED, 2, { convertedType: ConvertedType.MAP_KEY_VALUE }),
        leaf('key', REQUIRED, 6),
        leaf('value', OPTIONAL, 6),
      ]);
      const m = schema.root.children[0] as GroupNode;
      return [m.annotation?.kind, m.children[0]?.annotation?.kind];
    };
    expect(of({ convertedType: ConvertedType.MAP })).toEqual(['MAP', undefined]);
    expect(of({ logicalType: { kind: 'MAP' } })).toEqual(['MAP', undefined]);
    expect(of({ convertedType: ConvertedType.LIST })).toEqual(['LIST', 'MAP']);
    expect(of({ convertedType: ConvertedType.MAP_KEY_VALUE })).toEqual(['MAP', undefined]);
    expect(of({ logicalType: { kind: 'VARIANT' } })).toEqual(['VARIANT', 'MAP']);
    expect(of({})).toEqual([undefined, 'MAP']);
  });
});
