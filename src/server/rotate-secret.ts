// Replaces the server's secret while no server runs. The new secret is first written next to the old one. The
// unit of work that seals everything again also changes the secret's mark in the database. Then the file
// replaces the old one. A crash at any point leaves a usable secret: a start that finds another mark reads
// the file next to it (`openDeploymentKeyring`).

import { randomBytes } from 'node:crypto';
import type { Keyring } from '../model/accounts/credentials.ts';
import type { ParleyDatabase } from '../storage/database.ts';
import { changeDeploymentSecret } from '../stores/deployment/deployment-store.ts';
import { resealAll } from '../stores/deployment/reseal.ts';
import { type DeploymentLocation, openDeploymentKeyring, secretMark } from './deployment-keyring.ts';
import { promoteNextSecret, SECRET_BYTES, writeNextSecret } from './keyring.ts';
import { sealForOtherServers } from './shared-secret.ts';

/** Points at which a crash leaves different states; for tests. */
export type RotationPoint = 'before writing' | 'written' | 'sealed' | 'promoted';

/** Creates a new secret and seals everything with it. The caller must ensure that no server runs. */
export async function rotateSecret(
  database: ParleyDatabase,
  location: DeploymentLocation,
  reached: (point: RotationPoint) => void = () => undefined,
): Promise<void> {
  const from = await openDeploymentKeyring(database, location);
  const to: Keyring = { secret: randomBytes(SECRET_BYTES) };
  const shared = (await sealForOtherServers(location.databaseUrl, to)) ?? null;
  reached('before writing');
  await writeNextSecret(location.dataDirectory, to);
  reached('written');
  await database.write(0, async (writer) => {
    await resealAll(writer, { from, to });
    await changeDeploymentSecret(writer, secretMark(to), shared);
  });
  reached('sealed');
  await promoteNextSecret(location.dataDirectory);
  reached('promoted');
}
