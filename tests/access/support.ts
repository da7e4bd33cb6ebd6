// Shared by the tests of every operation: routes, callers of every kind, and restoring a caller whom an operation
// legitimately broke.

import { allOperations } from '../../src/api/all-operations.ts';
import type { Declaration, Method } from '../../src/api-contract/operation.ts';
import { Role } from '../../src/model/accounts/roles.ts';
import { textKey } from '../../src/model/text-key.ts';
import { updateAccount } from '../../src/stores/accounts/account-store.ts';
import { insertAccount } from '../../src/stores/accounts/insert-account.ts';
import { createOrganization } from '../../src/stores/organizations/create-organization.ts';
import { updateOrganization } from '../../src/stores/organizations/organization-store.ts';
import { ApiClient } from '../support/client.ts';
import type { TestServer } from '../support/server.ts';

/** One method and path, either an operation's own or an alias. */
export interface Route {
  readonly operation: Declaration;
  readonly method: Method;
  readonly path: string;
}

/** Every route of the API. */
export const routes: readonly Route[] = allOperations.flatMap((operation) =>
  [operation, ...(operation.alsoAt ?? [])].map(({ method, path }) => ({
    operation,
    method: method ?? operation.method,
    path,
  })),
);

/** The path with a value for each of its parameters. */
export function filledPath(path: string, value: (name: string) => string): string {
  return path.replace(/\{(\w+)\*?\}/g, (_match, name: string) => value(name));
}

/** Parameters that make an operation answer at once instead of waiting. */
export function withoutWaiting({ parameters }: Declaration): Record<string, unknown> {
  return 'dont_block' in parameters ? { dont_block: true } : {};
}

const DEMO_ORGANIZATION = 1;
const VISIBLE_EMAIL = JSON.stringify({ email_address_visibility: 1 });

/** Creates an account in the demo organization; returns a client for it. */
export async function newClient(
  server: TestServer,
  account: {
    readonly key: string;
    readonly role?: Role;
    readonly botType?: number;
    readonly botOwnerId?: number;
  },
): Promise<ApiClient> {
  const { database, keyring } = server.server.services;
  const email = `${account.key}@example.com`;
  const id = await database.write(DEMO_ORGANIZATION, async (writer) => {
    const insertedId = await insertAccount(writer, keyring, {
      email,
      fullName: account.key,
      role: account.role ?? Role.member,
      botType: account.botType ?? null,
      botOwnerId: account.botOwnerId ?? null,
      settings: VISIBLE_EMAIL,
    });
    writer.emit({
      type: '_changed',
      audience: { kind: 'nobody' },
      payload: {},
      touches: { accounts: [insertedId] },
    });
    return insertedId;
  });
  return clientFor(server, email, id);
}

async function clientFor(server: TestServer, email: string, id: number): Promise<ApiClient> {
  const { api_key } = await server.anonymous.ok('POST', '/dev_fetch_api_key', { username: email });
  return server.client(email, api_key, id);
}

/** Creates a second organization at `localhost`; returns a client for its owner. */
export async function secondOrganization(server: TestServer): Promise<ApiClient> {
  const { database, keyring } = server.server.services;
  const id = await createOrganization(database, keyring, {
    name: 'Elsewhere',
    host: 'localhost',
    isDemo: true,
  });
  const email = 'elsa@elsewhere.example';
  const userId = await database.write(id, (writer) =>
    insertAccount(writer, keyring, { email, fullName: 'Elsa Elsewhere', role: Role.owner }),
  );
  await server.server.directory.refresh();
  const url = server.url.replace('127.0.0.1', 'localhost');
  const { api_key } = await new ApiClient(url).ok('POST', '/dev_fetch_api_key', { username: email });
  return new ApiClient(url, email, api_key, userId);
}

/** Sets an account's active flag, which decides whether its credentials work. */
export async function setActive(server: TestServer, accountId: number, isActive: boolean): Promise<void> {
  await server.server.services.database.write(DEMO_ORGANIZATION, async (writer) => {
    await updateAccount(writer, accountId, { is_active: isActive ? 1 : 0 });
    writer.emit({
      type: '_changed',
      audience: { kind: 'nobody' },
      payload: {},
      touches: { accounts: [accountId] },
    });
  });
}

/** The same person with working credentials, whatever an operation did to account, role or organization. */
export async function restoreClient(server: TestServer, client: ApiClient, role: Role): Promise<ApiClient> {
  const probe = await client.request('GET', '/users/me');
  if (probe.status === 200 && probe.body.role === role && probe.body.email === client.email) return client;
  await server.server.services.database.write(DEMO_ORGANIZATION, async (writer) => {
    await updateOrganization(writer, { is_deactivated: 0 });
    await updateAccount(writer, client.userId, {
      is_active: 1,
      role,
      email: client.email,
      email_key: textKey(client.email),
      settings: VISIBLE_EMAIL,
    });
    const touches = { organization: true, accounts: [client.userId] } as const;
    writer.emit({ type: '_changed', audience: { kind: 'nobody' }, payload: {}, touches });
  });
  return clientFor(server, client.email, client.userId);
}
