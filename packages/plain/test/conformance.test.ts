import { plain } from '@marquetry/plain';
import { conformance } from '@marquetry/test-kit';
import { test } from 'vitest';

for (const { name, run } of conformance(plain)) test(name, run);
