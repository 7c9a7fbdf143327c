// Serves the cases of one subject to a comparison of two checkouts (`MARQUETRY_ROOT` names the checkout of this process).
import { serve } from '../serve.mjs';
import { median, processorTimeOf } from '../timing.mjs';
import { calibrate, sampleOnce, warmUp } from './interleave.mjs';
import { suites } from './suites.mjs';

async function sampleAsync(run) {
  const times = [];
  for (let i = 0; i < 5; i++) times.push(await processorTimeOf(run));
  return median(times);
}

serve(async ({ suite }) => {
  const samplers = {};
  for await (const { group, name, async: isAsync, marquetry } of await suites[suite]()) {
    const title = `${group} ${name}`.trim();
    if (isAsync) {
      for (let i = 0; i < 3; i++) await marquetry();
      samplers[title] = () => sampleAsync(marquetry);
    } else {
      warmUp(marquetry);
      const calls = calibrate(marquetry);
      samplers[title] = async () => (await processorTimeOf(() => sampleOnce(marquetry, calls))) / calls;
    }
  }
  return samplers;
});
