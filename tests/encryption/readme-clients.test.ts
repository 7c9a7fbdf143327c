/**
 * Runs the clients of key management services that the README of `@marquetry/encryption` shows, with stand-ins for the services.
 */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type KmsClient, kmsKeys } from '@marquetry/encryption/kms';
import { describe, expect, it } from 'vitest';

interface Clients {
  awsClient(kms: object): KmsClient;
  googleClient(kms: object): KmsClient;
  vaultClient(address: string, token: string): KmsClient;
}

const readme = readFileSync(new URL('../../packages/encryption/README.md', import.meta.url), 'utf8');
const [, code = ''] = /^```js\n(.*?)^```$/ms.exec(readme) ?? [];
const clients: Clients = await import(`data:text/javascript,${encodeURIComponent(code)}`);

/** A stand-in for a key service: wraps a key by changing every byte, and records the ids of master keys. */
const ids: string[] = [];
const flip = (bytes: Uint8Array, id: string): Uint8Array => {
  ids.push(id);
  return bytes.map((byte) => byte ^ 0xa5);
};

async function expectWraps(client: KmsClient, masterKeyID: string): Promise<void> {
  for (const doubleWrapping of [true, false]) {
    const key = await kmsKeys({ client, doubleWrapping, dataKeyBytes: 32 }).columnKey(masterKeyID);
    const metadata = new TextEncoder().encode(String(key.metadata));
    const request = { use: 'column', path: ['a'], metadata, signal: new AbortController().signal } as const;
    expect(await kmsKeys({ client }).key(request)).toEqual(key.bytes);
  }
  expect(ids.splice(0)).toEqual([masterKeyID, masterKeyID, masterKeyID, masterKeyID]);
}

describe('a client of the README wraps and unwraps keys', () => {
  it('a README client wraps and unwraps keys with AWS KMS calls', async () => {
    const kms = {
      encrypt: async (input: { KeyId: string; Plaintext: Uint8Array }) => ({
        CiphertextBlob: flip(input.Plaintext, input.KeyId),
      }),
      decrypt: async (input: { KeyId: string; CiphertextBlob: Uint8Array }, options: { abortSignal: unknown }) => {
        expect(options.abortSignal).toBeInstanceOf(AbortSignal);
        return { Plaintext: flip(input.CiphertextBlob, input.KeyId) };
      },
    };
    await expectWraps(clients.awsClient(kms), 'alias/payroll');
  });

  it('a README client wraps and unwraps keys with Google Cloud KMS calls', async () => {
    const kms = {
      encrypt: async (input: { name: string; plaintext: Uint8Array }) => [
        { ciphertext: Buffer.from(flip(input.plaintext, input.name)) },
      ],
      decrypt: async (input: { name: string; ciphertext: Uint8Array }) => [
        { plaintext: Buffer.from(flip(input.ciphertext, input.name)) },
      ],
    };
    await expectWraps(clients.googleClient(kms), 'projects/p/locations/global/keyRings/r/cryptoKeys/payroll');
  });

  it('a README client wraps and unwraps keys with requests to Vault', async () => {
    const server = createServer(async (request, response) => {
      let body = '';
      for await (const portion of request) body += portion;
      const [, operation, name = ''] = /^\/v1\/transit\/(encrypt|decrypt)\/(\w+)$/.exec(request.url ?? '') ?? [];
      const isAllowed = request.method === 'POST' && request.headers['x-vault-token'] === 'token';
      if (!isAllowed || operation === undefined) {
        response.writeHead(403).end();
        return;
      }
      const { plaintext = '', ciphertext = '' }: { plaintext?: string; ciphertext?: string } = JSON.parse(body);
      const flipped = (text: string): string => Buffer.from(flip(Buffer.from(text, 'base64'), name)).toString('base64');
      const data =
        operation === 'encrypt'
          ? { ciphertext: `vault:v1:${flipped(plaintext)}` }
          : { plaintext: flipped(ciphertext.replace('vault:v1:', '')) };
      response.end(JSON.stringify({ data }));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    try {
      const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      await expectWraps(clients.vaultClient(address, 'token'), 'payroll');
      const { unwrap } = clients.vaultClient(address, 'token');
      await expect(unwrap('vault:v1:AAAA', '../../sys/seal')).rejects.toThrow('not the name of a transit key');
      await expect(clients.vaultClient(address, 'other').unwrap('x', 'payroll')).rejects.toThrow('Vault answered 403');
    } finally {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    }
  });
});
