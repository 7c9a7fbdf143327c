// Reads or writes one file with Marquetry in one form, such as rows, for a comparison of two checkouts.
import { serve } from './serve.mjs';
import { meanProcessorTimeOf, timeClean, warmUp } from './timing.mjs';

serve(async (task) => {
  const { prepare } = await import(`./${task.kind === 'write' ? 'writers' : 'readers'}/${task.library}.mjs`);
  const { run } = await prepare(task);
  await warmUp(run);
  return { '': () => timeClean(run, meanProcessorTimeOf) };
});
