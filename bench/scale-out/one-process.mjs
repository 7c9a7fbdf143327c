// The reference for scale-out runs: plans the files SRC, executes every split in this process instead of in a distributed
// engine such as Spark, and commits the result to OUT. Usage: `node one-process.mjs OUT TARGET_BYTES PREDICATE SRC...`.
// Prints the processor time of executing the splits and of the commit, in milliseconds.
import { load } from '../checkout.mjs';

const { commitSplits, executeSplit, planSplits, rewriteTask } = await load('splits');
const { diskStore } = await import(new URL('../../packages/splits/dist/disk.node.js', import.meta.url));
const [out, targetBytes, where, ...sources] = process.argv.slice(2);
const cpu = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};
const plan = await planSplits(sources, {
  targetBytes: Number(targetBytes),
  ...(where !== '' && { where: JSON.parse(where) }),
});
const output = diskStore(out);
const task = rewriteTask({ codec: 'SNAPPY' });
const start = cpu();
const results = [];
for (const split of plan.splits) results.push(await executeSplit(split, task, { attempt: 'a', output }));
const executed = cpu();
const { files } = await commitSplits(results, { plan, target: output, mode: 'one-file' });
const committed = cpu();
const times = results.map(({ metrics }) => metrics.cpuMs);
console.log(
  JSON.stringify({
    splits: plan.splits.length,
    execute: executed - start,
    commit: committed - executed,
    bytes: files[0].byteLength,
    skew: Math.max(...times) / (times.reduce((sum, time) => sum + time, 0) / times.length),
    laterSkew: Math.max(...times.slice(1)) / (times.slice(1).reduce((sum, time) => sum + time, 0) / (times.length - 1)),
    bytesEqualPlan: results.every(({ metrics }, i) => metrics.bytesRead === plan.splits[i].estimate.bytes),
  }),
);
