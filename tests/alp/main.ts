/**
 * Runs `npm run test:alp -- [COUNT] [--seed S]`: encodes and decodes random doubles with ALP, and exits with code 1 if
 * a decoded bit differs.
 */
import { describeKind, roundTrips } from './round-trip.js';

const usage = 'usage: test:alp [COUNT] [--seed S]';
let count = 10_000_000;
let seed = 1;
const args = process.argv.slice(2).filter((arg) => arg !== '--');
for (let i = 0; i < args.length; i++) {
  const isSeed = args[i] === '--seed';
  const text = args[isSeed ? ++i : i] ?? '';
  if (!/^\d+$/.test(text)) {
    console.error(`${usage}; COUNT and S must be numbers, got "${text}"`);
    process.exit(2);
  }
  if (isSeed) seed = Number(text);
  else count = Number(text);
}

const start = performance.now();
let told = 0;
let wrong = 0;
let values = 0;
const onPage = (kind: string, done: number, share: number): void => {
  if (!process.stderr.isTTY || performance.now() - told < 200) return;
  told = performance.now();
  process.stderr.write(`\r\x1b[K${kind}: ${Math.floor((100 * done) / share)} %`);
};
for (const report of roundTrips({ count, seed, onPage })) {
  if (process.stderr.isTTY) process.stderr.write('\r\x1b[K');
  console.log(describeKind(report));
  wrong += report.wrong;
  values += report.values;
}
const megabytes = (process.resourceUsage().maxRSS / 1024).toFixed(0);
console.log(
  `${values} doubles, seed ${seed}: ${wrong === 0 ? 'all bits the same' : `${wrong} WRONG`}; ` +
    `${((performance.now() - start) / 1000).toFixed(1)} s, peak memory ${megabytes} MiB`,
);
process.exitCode = wrong === 0 ? 0 : 1;
