// Executes the splits that it receives as messages, and answers each message with the result.
import { load } from '../checkout.mjs';

const { countTask, executeSplit, statisticsTask } = await load('splits');
const tasks = { count: countTask(), statistics: statisticsTask() };
let executed = 0;
process.on('message', async ({ split, task }) => {
  process.send(await executeSplit(split, tasks[task], { attempt: `${process.pid}-${executed++}` }));
});
process.on('disconnect', () => process.exit());
process.send({ isReady: true });
