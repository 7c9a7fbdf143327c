// Prepares functions in a process, and takes a sample whenever the process receives a message, so that two processes can take turns. The
// first message is the task. The message `{ sample: NAME }` is answered by `{ milliseconds }`; `{ end: true }` ends the process without an
// answer.

/**
 * Answers the messages of the parent process: prepares functions for a task, and takes one sample per later message.
 * `prepare(task)` resolves to a map of names to functions that are warmed up. Each function takes one sample and
 * returns milliseconds.
 */
export function serve(prepare) {
  let samplers;
  process.on('message', async (message) => {
    try {
      if (message.end) process.exit(0);
      else if (message.sample !== undefined) process.send({ milliseconds: await samplers[message.sample]() });
      else {
        samplers = await prepare(message);
        process.send({ names: Object.keys(samplers) });
      }
    } catch (error) {
      process.send({ error: String(error?.stack ?? error) });
    }
  });
  process.on('disconnect', () => process.exit(0));
}
