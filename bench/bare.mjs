// Does nothing. The memory of a Node process that runs this is subtracted from the memory of the measured processes.
import { peakMemory } from './memory.mjs';

process.stdout.write(JSON.stringify({ peak: peakMemory() }));
