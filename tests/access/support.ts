// What the tests of every operation share: its routes, callers of every kind, and bringing back a caller who was
// harmed by what an operation rightly did.

import { allOperations } from '../../src/api/all-operations.ts';
import type { Declaration, Method } from '../../src/api-contract/operation.ts';
import { Role } from '../../src/model/accounts/roles.ts';
import { textKey } from '../../src/model/text-key.ts';
import { updateAccount } from '../../src/stores/accounts/account-store.ts';
import { insertAccount } from '../../src/stores/accounts/create.ts';
import { createOrganization } from '../../src/stores/organizations/create.ts';
import { updateOrganization } from '../../src/stores/organizations/organization-store.ts';
import { ApiClient } from '../support/client.ts';
import type { TestServer } from '../support/server.ts';

/** One method at one path, an operation's own or an alias of it. */
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

/** The path with a value in place of each of its parameters. */
export function filledPath(path: string, value: (name: string) => string): string {
  return path.replace(/\{(\w+)\*?\}/g, (_match, name: string) => value(name));
}

/** Answers at once where an operation would wait. */
export function withoutWaiting({ parameters }: Declaration): Record<string, unknown> {
  return 'dont_block' in parameters ? { dont_block: true } : {};
}

const DEMO_ORGANIZATION = 1;
const VISIBLE_EMAIL = JSON.stringify({ email_address_visibility: 1 });

/** Makes an account of the demo organization; gives a client for it. */
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
    const made = await insertAccount(writer, keyring, {
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
      touches: { accounts: [made] },
    });
    return made;
  });
  return clientFor(server, email, id);
}

async function clientFor(server: TestServer, email: string, id: number): Promise<ApiClient> {
  const { api_key } = await server.nobody.ok('POST', '/dev_fetch_api_key', { username: email });
  return server.client(email, api_key, id);
}

/** Makes a second organization, reached as `localhost`; gives its owner, as they call it. */
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

/** Sets whether an account is active, as far as credentials go. */
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

/** The same person with credentials that work, whatever an operation did to account, role or organization. */
export async function revived(server: TestServer, client: ApiClient, role: Role): Promise<ApiClient> {
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
