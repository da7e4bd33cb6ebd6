// An organization that is not a demo, so that limits apply.

import { foundOrganization } from '../../src/actions/organizations/found.ts';
import type { ServerOptions } from '../../src/server/server-options.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

export const login = { username: 'bo@acme.example', password: 'a fine password' };

/** A server with an organization whose owner is Bo Boss. */
export async function startRealServer(options: Partial<ServerOptions> = {}): Promise<TestServer> {
  const server = await startTestServer({ ...options, isDemo: false });
  const { database, keyring } = server.server.services;
  await foundOrganization(database, keyring, {
    name: 'Acme',
    ownerEmail: login.username,
    ownerName: 'Bo Boss',
    password: login.password,
    host: '',
  });
  await server.server.directory.refresh();
  return server;
}
