/**
 * Starts moto, an S3 server in Python, which keeps objects in memory and does not check signatures.
 */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { delimiter, join } from 'node:path';

/** True if `moto_server` is on PATH. `pip install 'moto[server,s3]'` installs it. */
export const isMotoInstalled: boolean = (process.env['PATH'] ?? '')
  .split(delimiter)
  .some((folder) => existsSync(join(folder, 'moto_server')));

/** A running server. */
export interface Moto {
  /** The URL of the server, for path-style requests with any credentials. */
  readonly endpoint: string;
  stop(): void;
}

/** Starts a server on a free port, with one bucket. Rejects if it has not started within a minute. */
export async function startMoto(bucket: string): Promise<Moto> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  const endpoint = `http://127.0.0.1:${port}`;
  const child = spawn('moto_server', ['-H', '127.0.0.1', '-p', String(port)], { stdio: 'ignore' });
  const stop = (): void => void child.kill('SIGKILL');
  for (let waited = 0; waited < 300; waited++) {
    const isUp = await fetch(`${endpoint}/${bucket}`, { method: 'PUT' }).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isUp) return { endpoint, stop };
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  stop();
  throw new Error('moto_server did not start within a minute');
}
