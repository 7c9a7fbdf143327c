// Runs the cases of one subject, such as bit unpacking, for a comparison of two checkouts. `MARQUETRY_ROOT` is the path
// of the checkout that this process measures.
import { serve } from '../serve.mjs';
import { meanProcessorTimeOf, processorTimeOf } from '../timing.mjs';
import { calibrate, sampleOnce, warmUp } from './interleave.mjs';
import { suites } from './suites.mjs';

serve(async ({ suite }) => {
  const samplers = {};
  for await (const { group, name, async: isAsync, marquetry } of await suites[suite]()) {
    const title = `${group} ${name}`.trim();
    if (isAsync) {
      await meanProcessorTimeOf(marquetry);
      samplers[title] = () => meanProcessorTimeOf(marquetry);
    } else {
      warmUp(marquetry);
      const calls = calibrate(marquetry);
      samplers[title] = async () => (await processorTimeOf(() => sampleOnce(marquetry, calls))) / calls;
    }
  }
  return samplers;
});
