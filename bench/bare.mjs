// A Node that does nothing: the memory that every other figure is held against.
import { peakMemory } from './memory.mjs';

process.stdout.write(JSON.stringify({ peak: peakMemory() }));
