import { conformance } from '@marquetry/test-kit';
import { test } from 'vitest';
import { rle } from '../src/index.js';

for (const { name, run } of conformance(rle)) test(name, run);
