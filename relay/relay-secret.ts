// The secret half of the key to which clients encrypt their tokens. Generated once: the public half is built
// into clients, so a new key would require new clients.

import { randomBytes } from 'node:crypto';
import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf } from '../src/errors/error-detail.ts';

const BYTES = 32;

/** Reads the secret, or generates it in a new directory. @throws if it is damaged */
export async function openRelaySecret(dataDirectory: string): Promise<Buffer> {
  const file = join(dataDirectory, 'relay-key');
  try {
    const handle = await open(file, 'wx', 0o600);
    try {
      const secret = randomBytes(BYTES);
      await handle.writeFile(`${secret.toString('base64')}\n`);
      await handle.sync();
      return secret;
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  }
  const secret = Buffer.from((await readFile(file, 'utf8')).trim(), 'base64');
  if (secret.length !== BYTES) throw new Error(`The key in ${file} is damaged. Restore it from a backup.`);
  return secret;
}
