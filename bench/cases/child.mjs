// Measures the cases of one subject, such as bit unpacking: `child.mjs '{"suite": NAME}'`. Prints one JSON object.
import { measure, measureAsync } from './interleave.mjs';
import { suites } from './suites.mjs';

const { suite } = JSON.parse(process.argv[2]);
const cases = [];
for await (const { group, name, values, floor, async: isAsync, marquetry, hyparquet } of await suites[suite]()) {
  const runs = { marquetry, hyparquet };
  cases.push({ group, name, values, floor, ...(await (isAsync ? measureAsync : measure)(runs)) });
}
process.stdout.write(JSON.stringify({ cases }), () => process.exit(0));
