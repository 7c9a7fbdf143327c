// Writes and frees 64 MiB of arrays in each of eight rounds, and prints how many new pages of memory the system provided in each round, as
// JSON. The argument is the number of bytes to retain.
import { countNewMemory } from '../../packages/file/src/retained-memory.ts';

const retainedBytes = Number(process.argv[2]);
const mebibyte = 2 ** 20;

function round() {
  const arrays = [];
  for (let i = 0; i < 64; i++) {
    countNewMemory(mebibyte, retainedBytes);
    arrays.push(new Uint8Array(mebibyte).fill(1));
  }
  return arrays;
}

const pages = [];
for (let i = 0; i < 8; i++) {
  const before = process.resourceUsage().minorPageFault;
  round();
  pages.push(process.resourceUsage().minorPageFault - before);
  // Frees the arrays of the round, in tasks of the event loop.
  globalThis.gc();
  await new Promise((resolve) => setTimeout(resolve, 10));
  globalThis.gc();
}
console.log(JSON.stringify(pages));
