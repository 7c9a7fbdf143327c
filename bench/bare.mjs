// A Node process that does nothing: its memory is subtracted from all other figures.
import { peakMemory } from './memory.mjs';

process.stdout.write(JSON.stringify({ peak: peakMemory() }));
