// Opens the secret that a server works with. It must be the one that the database's keys were made with: a
// server with another secret would reject every key without saying why.

import { createHmac } from 'node:crypto';
import { join } from 'node:path';
import type { Keyring } from '../model/accounts/credentials.ts';
import type { ParleyDatabase } from '../storage/database.ts';
import { UnusableDatabaseError } from '../storage/migrations/migrate.ts';
import {
  deploymentRow,
  insertDeployment,
  updateSharedSecret,
} from '../stores/deployment/deployment-store.ts';
import {
  openKeyring,
  promoteNextSecret,
  readKeyring,
  readNextKeyring,
  storeSecret,
  writeNextSecret,
} from './keyring.ts';
import { sealForOtherServers, unsealSharedSecret } from './shared-secret.ts';

/** Identifies a secret in the database. Reveals nothing about the secret, which has 256 random bits. */
export const secretMark = ({ secret }: Keyring): string =>
  createHmac('sha256', secret).update('deployment').digest('base64url');

export interface DeploymentLocation {
  readonly dataDirectory: string;
  /**
   * The address of the PostgreSQL database; undefined with the embedded engine, whose single server shares its
   * secret with no other.
   */
  readonly databaseUrl: string | undefined;
}

/** The secret in the data directory. Completes a rotation that crashed just before the new file was renamed. */
async function settledSecret(dataDirectory: string, mark: string | undefined): Promise<Keyring | undefined> {
  const own = await readKeyring(dataDirectory);
  if (own && secretMark(own) === mark) return own;
  const next = await readNextKeyring(dataDirectory);
  if (!next || secretMark(next) !== mark) return own;
  await promoteNextSecret(dataDirectory);
  return next;
}

async function replaceSecret(dataDirectory: string, secret: Keyring): Promise<void> {
  await writeNextSecret(dataDirectory, secret);
  await promoteNextSecret(dataDirectory);
}

/**
 * Opens the secret of a database. The first server creates it in its data directory and stores it in the
 * database for the other servers, sealed with the database password.
 * @throws UnusableDatabaseError if the directory holds another secret, or if it holds none and the one in the
 * database cannot be unsealed
 */
export async function openDeploymentKeyring(
  database: ParleyDatabase,
  { dataDirectory, databaseUrl }: DeploymentLocation,
): Promise<Keyring> {
  if (!(await deploymentRow(database.reader(0)))) {
    const createdKeyring = await openKeyring(dataDirectory);
    const sealed = (await sealForOtherServers(databaseUrl, createdKeyring)) ?? null;
    await database.write(0, (writer) => insertDeployment(writer, secretMark(createdKeyring), sealed));
  }
  const row = await deploymentRow(database.reader(0));
  const own = await settledSecret(dataDirectory, row?.secret_mark);
  const shared = row?.shared_secret ? await unsealSharedSecret(databaseUrl, row.shared_secret) : undefined;
  if (own && secretMark(own) === row?.secret_mark) {
    // Seals it again after the database password was changed.
    const sealed = shared ? undefined : await sealForOtherServers(databaseUrl, own);
    if (sealed) await database.write(0, (writer) => updateSharedSecret(writer, sealed));
    return own;
  }
  if (shared && secretMark(shared) === row?.secret_mark) {
    // The directory's secret is outdated: another server has rotated it.
    if (own) await replaceSecret(dataDirectory, shared);
    else await storeSecret(dataDirectory, shared);
    return shared;
  }
  const file = join(dataDirectory, 'secret');
  throw new UnusableDatabaseError(
    own
      ? `The secret in ${file} does not match this database. Replace it with the file "secret" from the data directory of the first server.`
      : `The file ${file} is missing. Copy it from the data directory of a server that uses this database, or from a backup.`,
  );
}
