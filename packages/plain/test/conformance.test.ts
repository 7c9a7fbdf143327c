import { plain } from '@marquetry/plain';
import { conformance } from '@marquetry/test-kit';
import { someCases } from '@marquetry/test-support/some-cases.js';
import { test } from 'vitest';

for (const { name, run } of someCases(conformance(plain))) test(name, run);
