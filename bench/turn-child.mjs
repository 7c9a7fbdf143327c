// One form of Marquetry on one file, ready to take turns with another checkout's.
import { serve } from './serve.mjs';
import { processorTimeOf, timeClean, warmUp } from './timing.mjs';

serve(async (task) => {
  const { prepare } = await import(`./${task.kind === 'write' ? 'writers' : 'readers'}/${task.library}.mjs`);
  const { run } = await prepare(task);
  await warmUp(run);
  // An opened footer takes a few milliseconds: twenty make a sample.
  const times = task.kind === 'open' ? 20 : 1;
  return {
    '': async () => {
      let total = 0;
      for (let i = 0; i < times; i++) total += await timeClean(run, processorTimeOf);
      return total / times;
    },
  };
});
