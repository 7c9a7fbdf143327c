// A Node process that does nothing. Its memory is subtracted from the memory of all measured processes.
import { peakMemory } from './memory.mjs';

process.stdout.write(JSON.stringify({ peak: peakMemory() }));
