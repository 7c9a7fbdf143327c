// Reads a file in one of Marquetry's forms (such as typed columns or rows). Prints the number of values and their sum for each leaf column.
import { prepare } from '../readers/marquetry.mjs';
import { sumsOfBatches, sumsOfObjects } from './leaf-sums.mjs';

try {
  const task = JSON.parse(process.argv[2]);
  const prepared = await prepare(task);
  const result = await prepared.run();
  const objects = {
    rows: () => result,
    strings: () => [Object.fromEntries(Object.entries(result).map(([name, parts]) => [name, parts.flat()]))],
  };
  const sums = task.form in objects ? sumsOfObjects(objects[task.form]()) : sumsOfBatches(result);
  process.stdout.write(JSON.stringify({ sums }), () => process.exit(0));
} catch (error) {
  process.stdout.write(JSON.stringify({ error: String(error?.stack ?? error) }), () => process.exit(0));
}
