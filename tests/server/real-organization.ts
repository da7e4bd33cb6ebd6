// An organization that is no demo: it has limits.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { foundOrganization } from '../../src/model/organizations/found.ts';
import { openKeyring } from '../../src/server/keyring.ts';
import type { ServerOptions } from '../../src/server/server-options.ts';
import { ParleyDatabase } from '../../src/storage/database.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

export const login = { username: 'bo@acme.example', password: 'a fine password' };

/** A server with an organization whose owner is Bo Boss. */
export async function startRealServer(options: Partial<ServerOptions> = {}): Promise<TestServer> {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'parley-real-'));
  after(() => rm(dataDirectory, { recursive: true, force: true }));
  const database = await ParleyDatabase.open({ url: undefined, file: join(dataDirectory, 'parley.db') });
  await foundOrganization(database, await openKeyring(dataDirectory), {
    name: 'Acme',
    ownerEmail: login.username,
    ownerName: 'Bo Boss',
    password: login.password,
    host: '',
  });
  await database.close();
  return startTestServer({ isDemo: false, dataDirectory, databaseUrl: undefined, ...options });
}
