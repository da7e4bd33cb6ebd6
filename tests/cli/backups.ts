// Helpers for tests of backups: making one while a server runs, restoring it, and reading what an account sees there.

import assert from 'node:assert/strict';
import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import type { ApiClient } from '../support/client.ts';
import { root, run } from '../support/command-line.ts';
import type { ObjectStore } from '../support/object-store.ts';
import { freshDatabase, startTestServer, type TestServer, testDatabaseUrl } from '../support/server.ts';

/** The engine that the environment chooses, and the embedded one if that is different. */
export const engines: readonly ('chosen' | 'embedded')[] = testDatabaseUrl
  ? ['chosen', 'embedded']
  : ['embedded'];

/** Where a server's data is, with the flags that name it to commands. */
export interface TestStorage {
  readonly dataDirectory: string;
  readonly databaseUrl: string | undefined;
  readonly flags: readonly string[];
}

/** Empty storage on the engine that the environment chooses, or on the embedded one. */
export async function emptyStorage(engine: 'chosen' | 'embedded' = 'chosen'): Promise<TestStorage> {
  return storageAt(
    await mkdtemp(join(root, 'storage-')),
    engine === 'chosen' ? await freshDatabase() : undefined,
  );
}

/** Storage that is a data directory and a database. */
export function storageAt(dataDirectory: string, databaseUrl: string | undefined): TestStorage {
  const flags = ['--data', dataDirectory, ...(databaseUrl ? ['--database-url', databaseUrl] : [])];
  return { dataDirectory, databaseUrl, flags };
}

let files = 0;

/** A path that does not exist yet. */
export function freshPath(): string {
  return join(root, `backup-${++files}`);
}

/** Runs a command that must succeed and print nothing but JSON. */
export async function runJson(...args: string[]) {
  const { status, out, err } = await run(...args, '--json');
  assert.equal(status, 0, `${args.join(' ')}: ${err}`);
  return JSON.parse(out);
}

/** Starts a server with this storage. */
export function serverAt({ dataDirectory, databaseUrl }: TestStorage): Promise<TestServer> {
  return startTestServer({ dataDirectory, databaseUrl, isDemo: false });
}

/** Names an object store to commands in the environment while an action runs. */
export async function withStore<T>({ options }: ObjectStore, work: () => Promise<T>): Promise<T> {
  const storeVariables = {
    PARLEY_S3_ENDPOINT: options.endpoint,
    PARLEY_S3_BUCKET: options.bucket,
    PARLEY_S3_ACCESS_KEY_ID: options.accessKeyId,
    PARLEY_S3_SECRET_ACCESS_KEY: options.secretAccessKey,
  };
  Object.assign(process.env, storeVariables);
  try {
    return await work();
  } finally {
    for (const name of Object.keys(storeVariables)) delete process.env[name];
  }
}

/** The same account at another server, with its existing key. */
export function clientAt(server: TestServer, { email, apiKey, userId }: ApiClient): ApiClient {
  return server.client(email, apiKey, userId);
}

const all = { anchor: 'newest', num_before: 5000, num_after: 0 } as const;
const kinds = [
  ...['message', 'realm_user', 'realm_user_groups', 'subscription', 'starred_messages', 'user_topic'],
  ...['realm_emoji', 'drafts', 'user_settings', 'custom_profile_fields', 'saved_snippets', 'muted_users'],
];

/** What an account sees: the register response, its messages and search results. */
export async function seenBy(client: ApiClient, word: string) {
  const registration = await client.ok('POST', '/register', { fetch_event_types: kinds, event_types: [] });
  const { messages } = await client.ok('GET', '/messages', all);
  const narrow = [{ operator: 'search', operand: word }];
  const { messages: found } = await client.ok('GET', '/messages', { ...all, narrow });
  // These fields depend on the time and the server.
  const { queue_id: _q, last_event_id: _e, server_timestamp: _t, ...state } = registration;
  return { state, messages, found: found.map(({ id }: { id: number }) => id) };
}
