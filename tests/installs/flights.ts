/** Writes the file that the programs in READMEs open, and responds to HTTP requests for byte ranges of it. */
import { createParquetWriter, defineSchema, memorySink } from 'marquetry';

/** Returns a Parquet file of a thousand flights, one per hour. The column `date` is in microseconds, in UTC. */
export async function writeFlights(): Promise<Uint8Array> {
  const sink = memorySink();
  const schema = defineSchema({
    ...{ delay: { type: 'INT32', optional: true }, distance: 'INT32' },
    ...{ origin: 'STRING', destination: 'STRING' },
    date: 'TIMESTAMP',
  });
  const writer = await createParquetWriter(sink, { schema });
  const rows = Array.from({ length: 1000 }, (_, i) => i);
  await writer.write({
    delay: rows.map((i) => (i % 11 === 0 ? null : ((i * 7) % 90) - 15)),
    distance: Int32Array.from(rows, (i) => (i * 13) % 2500),
    origin: rows.map((i) => ['SEA', 'SFO', 'JFK'][i % 3] as string),
    destination: rows.map((i) => ['LAX', 'ORD'][i % 2] as string),
    date: BigInt64Array.from(rows, (i) => BigInt(Date.UTC(2001, 0, 1, i)) * 1000n),
  });
  await writer.finish();
  return sink.bytes;
}

/** Returns the response to a request for `range` of `bytes`; `range` is the value of the HTTP header. */
export function rangeOf(bytes: Uint8Array, range: string | null | undefined): Response {
  const [, first, last] = /^bytes=(\d*)-(\d*)$/.exec(range ?? '') ?? [];
  const from = first === '' ? bytes.length - Number(last) : Number(first);
  const to = Math.min(first === '' ? Infinity : Number(last), bytes.length - 1);
  const headers = { 'Content-Range': `bytes ${from}-${to}/${bytes.length}`, ETag: '"1"' };
  return new Response(bytes.slice(from, to + 1), { status: 206, headers });
}
