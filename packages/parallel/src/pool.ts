/** A pool of workers that decode and encode the columns of files. */
import { ParquetError } from '@marquetry/core';
import { type ParallelReader, type ParallelWriter, type ParquetFile, withBatches } from '@marquetry/file';
import { type Connection, connect } from './connection.js';
import { readBatchesIn } from './read-batches.js';
import type { WorkerHandle } from './worker-handle.js';
import type { Workers } from './workers.js';
import { openChunksIn } from './write-chunks.js';

/**
 * A pool of workers that decode and encode the columns of any number of files. Pass the pool to `openParquet(input, {
 * parallel: pool })`, and to `writeParquet(output, data, { parallel: pool })` or `createParquetWriter`.
 */
export interface WorkerPool extends ParallelReader, ParallelWriter {
  /** Number of workers in the pool. A worker is started when it is first needed. */
  readonly workers: number;
  /**
   * Returns a copy of the file object whose `columnBatches` and `leafBatches` decode in the workers, as does everything
   * built on them: rows, nested columns, Arrow tables. It returns the same values and throws the same errors as `file`,
   * but its batches may have different numbers of rows. The file's `limits.memoryBytes` is divided among the workers.
   */
  attach(file: ParquetFile): ParquetFile;
  /** Stops the workers. Reads and writes in progress reject; later reads and writes start workers again. */
  close(): void;
}

/**
 * Creates a pool of up to `count` workers.
 * @throws ParquetError INVALID_ARGUMENT unless `count` is an integer from 1 to 256.
 */
export function createPool(count: number, start: () => WorkerHandle): WorkerPool {
  if (!(Number.isInteger(count) && count >= 1 && count <= 256)) {
    throw new ParquetError('INVALID_ARGUMENT', `\`workers\` must be an integer from 1 to 256, got ${count}`);
  }
  const connections: (Connection | undefined)[] = new Array(count).fill(undefined);
  const workers: Workers = {
    count,
    connection: (index) => {
      const known = connections[index];
      if (known?.isUsable === true) return known;
      const connection = connect(start());
      connections[index] = connection;
      return connection;
    },
  };
  return {
    workers: count,
    attach: (file) =>
      withBatches(
        { ...file, context: undefined },
        (over, read = {}) => readBatchesIn(workers, over, read),
        // A file that `part` returns is read in the calling thread, because its row groups have different ordinals than
        // in the whole file, which the workers open.
        (rowGroups) => file.part(rowGroups),
      ),
    openChunks: () => openChunksIn(workers),
    close: () => {
      for (const connection of connections) connection?.close();
      connections.fill(undefined);
    },
  };
}
