/** Runs in a worker: processes the read and write requests of the pool that started the worker. */
import type { FromWorker, ToWorker } from './messages.js';
import { createReadingServer } from './reading-server.js';
import type { ServeTasksOptions } from './serve-options.js';
import type { WorkerPort } from './worker-port.js';
import { createWritingServer } from './writing-server.js';

/** Processes the messages of one pool until the worker ends. */
export function serveTasksOn(port: WorkerPort<FromWorker, ToWorker>, options: ServeTasksOptions): void {
  const reading = createReadingServer(port.post, options);
  const writing = createWritingServer(port.post, options);
  port.onMessage((message) => {
    switch (message.kind) {
      case 'encode':
        return writing.encode(message.writer, message.items);
      case 'drop':
        return writing.drop(message.writer);
      default:
        return reading.receive(message);
    }
  });
}
