import { groupVarint } from '@marquetry/group-varint';
import { conformance } from '@marquetry/test-kit';
import { test } from 'vitest';

for (const { name, run } of conformance(groupVarint)) test(name, run);
