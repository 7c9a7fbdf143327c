/** Tests that schemas with many fields are built in steps, so that the event loop can run in between. */
import { runSteps, type Steps } from '@marquetry/core';
import { FieldRepetitionType, type SchemaElement } from '@marquetry/metadata';
import { createSchema, createSchemaInSteps, fieldsOf, fieldsOfInSteps } from '@marquetry/schema';
import { expect, test } from 'vitest';

const { REQUIRED, OPTIONAL } = FieldRepetitionType;
const leavesOf = (from: number, count: number): SchemaElement[] =>
  Array.from({ length: count }, (_, i) => ({ name: `c${from + i}`, type: 1, repetitionType: REQUIRED }));
/** The elements of a schema with 3000 columns in the root and 3000 in a struct. */
const elements: readonly SchemaElement[] = [
  { name: 'schema', numChildren: 3001 },
  ...leavesOf(0, 3000),
  { name: 'struct', numChildren: 3000, repetitionType: OPTIONAL },
  ...leavesOf(3000, 3000),
];

function counted<T>(work: Steps<T>): { readonly steps: number; readonly result: T } {
  let steps = 0;
  const counting = function* (): Steps<T> {
    for (;;) {
      const { done, value } = work.next();
      if (done === true) return value as T;
      steps++;
      yield;
    }
  };
  return { result: runSteps(counting()), steps };
}

test('createSchemaInSteps builds the same tree as createSchema, for thousands of columns in the root and in a struct', () => {
  const { result, steps } = counted(createSchemaInSteps(elements));
  expect(steps).toBeGreaterThanOrEqual(5);
  const whole = createSchema(elements);
  expect(result.leaves).toEqual(whole.leaves);
  expect(result.root).toEqual(whole.root);
  expect(result.find('struct').length).toBe(3000);
});

test('fieldsOfInSteps finds the same fields as fieldsOf', () => {
  const schema = createSchema(elements);
  const some = schema.leaves.filter(({ index }) => index % 3 === 1);
  for (const leaves of [undefined, some]) {
    const { result, steps } = counted(fieldsOfInSteps(schema, leaves));
    expect(steps).toBe(2);
    expect(result).toEqual(fieldsOf(schema, leaves));
    expect(result.flatMap((field) => field.leaves)).toEqual(leaves ?? schema.leaves);
  }
});
