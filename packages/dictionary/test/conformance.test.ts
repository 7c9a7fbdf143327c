import { PhysicalType } from '@marquetry/core';
import { conformance, samplePages } from '@marquetry/test-kit';
import { someCases } from '@marquetry/test-support/some-cases.js';
import { test } from 'vitest';
import { plainDictionary, rleDictionary } from '../src/index.js';

for (const { name, run } of someCases(conformance(rleDictionary))) test(name, run);

// Two columns are enough for PLAIN_DICTIONARY, which is read-only and has the same bytes as RLE_DICTIONARY.
const columns = [
  { type: PhysicalType.INT32, width: 4 },
  { type: PhysicalType.BYTE_ARRAY, width: 0 },
];
const pages = samplePages(rleDictionary, columns, 2);
for (const { name, run } of conformance(plainDictionary, { pages })) test(name, run);
