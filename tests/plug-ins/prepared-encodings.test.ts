/** Tests encodings that must be prepared asynchronously before use. A file prepares only the encodings of the pages that it opens. */
import { createRegistry, type Encoding, type EncodingRegistry } from '@marquetry/core';
import { standardEncodings } from '@marquetry/encodings';
import { createParquetWriter, defineSchema, memorySink, openParquet, type ParquetReader } from 'marquetry';
import { expect, test } from 'vitest';

/** Returns a file of two columns, one in DELTA_BINARY_PACKED and one in PLAIN. */
async function sample(): Promise<Uint8Array> {
  const sink = memorySink();
  const schema = defineSchema({ delta: 'INT32', plain: 'INT32' });
  const encoding = { delta: 'DELTA_BINARY_PACKED', plain: 'PLAIN' } as const;
  const writer = await createParquetWriter(sink, {
    schema,
    columns: { delta: { encoding: encoding.delta }, plain: { encoding: encoding.plain } },
  });
  await writer.write({ delta: Int32Array.of(5, 6, 9), plain: Int32Array.of(1, 2, 3) });
  await writer.finish();
  return sink.bytes;
}

/**
 * Returns the standard set of encodings. The encodings in `names` must be prepared before use; `start` is called to
 * prepare one of them.
 */
function preparing(names: readonly string[], start: (name: string) => Promise<void>): EncodingRegistry {
  return createRegistry(
    [...standardEncodings].map((encoding): Encoding => {
      if (!names.includes(encoding.name)) return encoding;
      let isReady = false;
      const load = async (): Promise<void> => {
        await start(encoding.name);
        isReady = true;
      };
      return {
        ...encoding,
        prepare: () => (isReady ? undefined : load()),
        decoder: (bytes, context) => {
          if (!isReady) throw new Error(`${encoding.name} is used before it is prepared`);
          return encoding.decoder(bytes, context);
        },
      };
    }),
  );
}

async function open(encodings: EncodingRegistry): Promise<ParquetReader> {
  return openParquet(await sample(), { encodings });
}

test('reading a batch waits until the encodings of its pages are prepared', async () => {
  const started: string[] = [];
  const file = await open(
    preparing(['DELTA_BINARY_PACKED', 'DELTA_BYTE_ARRAY'], async (name) => void started.push(name)),
  );
  expect(started).toEqual([]);
  for await (const { delta, plain } of file.columnBatches()) {
    expect(delta?.values).toMatchObject({ data: Int32Array.of(5, 6, 9) });
    expect(plain?.values).toMatchObject({ data: Int32Array.of(1, 2, 3) });
  }
  expect(started).toEqual(['DELTA_BINARY_PACKED']);
});

test('an encoding that no selected column uses is not prepared', async () => {
  const started: string[] = [];
  const file = await open(preparing(['DELTA_BINARY_PACKED'], async (name) => void started.push(name)));
  for await (const { plain } of file.columnBatches({ columns: ['plain'] })) expect(plain?.rowCount).toBe(3);
  expect(started).toEqual([]);
});

test('openPages waits until the encoding of a page is prepared', async () => {
  const file = await open(preparing(['DELTA_BINARY_PACKED'], async () => undefined));
  for await (const { data } of file.openPages({ rowGroup: 0, column: 'delta' })) {
    expect(data?.page.values().read(3)).toMatchObject({ data: Int32Array.of(5, 6, 9) });
  }
});

test('if preparing an encoding fails, the read rejects, and the next read tries again', async () => {
  let failures = 1;
  const encodings = preparing(['DELTA_BINARY_PACKED'], async () => {
    if (failures-- > 0) throw new Error('the network is down');
  });
  const file = await open(encodings);
  const read = async (): Promise<number> => {
    let rows = 0;
    for await (const { delta } of file.columnBatches()) rows += delta?.rowCount ?? 0;
    return rows;
  };
  await expect(read()).rejects.toThrow('the network is down');
  expect(await read()).toBe(3);
});
