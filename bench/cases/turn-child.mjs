// Serves the cases of one subject to a comparison of two checkouts (`MARQUETRY_ROOT` names the checkout of this process).
import { serve } from '../serve.mjs';
import { processorTimeOf } from '../timing.mjs';
import { calibrate, sampleOnce, warmUp } from './interleave.mjs';
import { suites } from './suites.mjs';

/** Long enough for several garbage collections. */
const sampleMillis = 300;

/**
 * The mean of many calls, because a few calls hold the garbage collections of all. A median of calls would count
 * collections that are spread over many calls and leave out the same work in a few.
 */
async function sampleAsync(run) {
  let calls = 0;
  const time = await processorTimeOf(async () => {
    const start = performance.now();
    for (; performance.now() - start < sampleMillis; calls++) await run();
  });
  return time / calls;
}

serve(async ({ suite }) => {
  const samplers = {};
  for await (const { group, name, async: isAsync, marquetry } of await suites[suite]()) {
    const title = `${group} ${name}`.trim();
    if (isAsync) {
      await sampleAsync(marquetry);
      samplers[title] = () => sampleAsync(marquetry);
    } else {
      warmUp(marquetry);
      const calls = calibrate(marquetry);
      samplers[title] = async () => (await processorTimeOf(() => sampleOnce(marquetry, calls))) / calls;
    }
  }
  return samplers;
});
