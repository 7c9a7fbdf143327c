// Writes and reads encrypted files in any JavaScript runtime. It is plain JavaScript, so every runtime can import it.
import { decryption, encryption, fixedKeys } from '@marquetry/encryption';
import { memorySink, openParquet, writeParquet } from 'marquetry';

const counting = (length) => Uint8Array.from({ length }, (_, i) => i);

async function rowsOf(bytes, table) {
  const file = await openParquet(bytes, { decryption: decryption({ keys: fixedKeys(table) }) });
  const rows = [];
  for await (const row of file.rows()) rows.push(row);
  return rows;
}

/** Writes rows with keys of `keyBytes` bytes, and reads them. Returns how many rows agree, or the code of the error. */
async function writtenAndRead(keyBytes, options) {
  const rows = Array.from({ length: 3000 }, (_, id) => ({ id, name: `name ${id % 90}`, third: id / 3 }));
  const key = { bytes: counting(keyBytes), metadata: 'all' };
  const own = { bytes: counting(keyBytes).reverse(), metadata: 'names' };
  const sink = memorySink();
  try {
    const sealing = encryption({ footerKey: key, columns: { name: own }, ...options });
    await writeParquet(sink, rows, { rowGroupRows: 1000, pageRows: 100, encryption: sealing });
    const found = await rowsOf(sink.bytes, { all: key.bytes, names: own.bytes });
    return found.filter(({ id, name, third }, i) => id === i && name === rows[i].name && third === i / 3).length;
  } catch (error) {
    return error.code ?? String(error);
  }
}

/**
 * Returns the results of writing and reading encrypted files in this runtime, and of reading `foreign`, a file of
 * pyarrow whose key is the bytes 0 to 15.
 */
export async function encryptedReport(foreign) {
  const changed = foreign.slice();
  changed[100] ^= 1;
  return {
    gcm: await writtenAndRead(16, {}),
    ctr: await writtenAndRead(32, { algorithm: 'AES_GCM_CTR_V1', footer: 'plaintext' }),
    key24: await writtenAndRead(24, {}),
    foreign: (await rowsOf(foreign, { footer: counting(16) })).length,
    changed: await rowsOf(changed, { footer: counting(16) }).catch((error) => error.code),
  };
}
