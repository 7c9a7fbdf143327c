// Serves one form of Marquetry on one file to a comparison of two checkouts.
import { serve } from './serve.mjs';
import { processorTimeOf, timeClean, warmUp } from './timing.mjs';

serve(async (task) => {
  const { prepare } = await import(`./${task.kind === 'write' ? 'writers' : 'readers'}/${task.library}.mjs`);
  const { run } = await prepare(task);
  await warmUp(run);
  // Opening a footer takes a few milliseconds, so a sample is twenty of them.
  const times = task.kind === 'open' ? 20 : 1;
  return {
    '': async () => {
      let total = 0;
      for (let i = 0; i < times; i++) total += await timeClean(run, processorTimeOf);
      return total / times;
    },
  };
});
