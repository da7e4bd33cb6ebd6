// Starts a whole server for tests: in this process, on a free port, with the demo organization, on the database engine
// that the environment chooses. It is closed when the test file ends.

import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { fillDemo } from '../../src/demo/fill-demo.ts';
import { setHashingWork } from '../../src/model/accounts/password-hash.ts';
import { silentLog } from '../../src/server/logger.ts';
import { ParleyServer } from '../../src/server/server.ts';
import type { ServerOptions } from '../../src/server/server-options.ts';
import { onCleanup } from './cleanup.ts';
import { ApiClient } from './client.ts';
import { checkDeclared } from './declared-answers.ts';
import { copyDemoTemplate, templateDatabase } from './demo-template.ts';
import { watchMemory } from './memory.ts';
import { checkStatements, watchStatements } from './named-organizations/watch-statements.ts';
import type { ObjectStore } from './object-store.ts';
import { registerServer } from './running-servers.ts';
import { copySchemaTo } from './schema-template.ts';

/** The cost of password hashes in tests; the behavior of passwords does not depend on it. */
export const CHEAP_HASH_COST = { N: 64, p: 1 };
setHashingWork(CHEAP_HASH_COST);

/** The people of the demo organization. */
export type DemoName = 'olive' | 'adam' | 'mona' | 'mel' | 'mia' | 'max' | 'gus' | 'helper';

const emailOf = (name: DemoName) => (name === 'helper' ? 'helper-bot@example.com' : `${name}@example.com`);

export interface TestServer {
  readonly server: ParleyServer;
  /** `http://127.0.0.1:PORT` */
  readonly url: string;
  readonly dataDirectory: string;
  readonly databaseUrl: string | undefined;
  /** The paths of the files in a folder of the store for uploads and pictures. */
  storedFiles(folder: string): Promise<string[]>;
  /** A client of a person in the demo organization. */
  as(name: DemoName): Promise<ApiClient>;
  /** A client of any other account, by address and key. */
  client(email: string, apiKey: string, userId?: number): ApiClient;
  /** A client without credentials. */
  readonly anonymous: ApiClient;
  close(): Promise<void>;
}

/** The address of the PostgreSQL server for tests; undefined for the embedded engine. */
export const testDatabaseUrl = process.env.PARLEY_TEST_DATABASE_URL;

/** The address of a pooler before that server (`.ci/run pooler`): test servers use it, and tests reach the database directly. */
const poolerUrl = process.env.PARLEY_TEST_POOLER_URL;

/** How a test server reaches its database: through the pooler if there is one, and then directly for notifications. */
function databaseOptions(databaseUrl: string | undefined) {
  if (!poolerUrl || !databaseUrl) return { databaseUrl };
  const pooled = new URL(databaseUrl);
  pooled.host = new URL(poolerUrl).host;
  return { databaseUrl: pooled.toString(), databaseListenUrl: databaseUrl };
}

/** Databases that were not dropped by their test file, with their server; they are dropped before its process exits. */
const leftDatabases = new Map<string, string>();
process.on('beforeExit', async () => {
  for (const url of [...leftDatabases.keys()]) await dropDatabase(url);
});

/**
 * A fresh database on a PostgreSQL server, by default the one for tests, dropped when the tests end; with a template, a copy
 * of it.
 */
export async function freshDatabase(
  template?: string,
  serverUrl = testDatabaseUrl,
): Promise<string | undefined> {
  if (!serverUrl) return undefined;
  const name = `parley_${randomBytes(6).toString('hex')}`;
  const admin = new pg.Client({ connectionString: serverUrl });
  await admin.connect();
  await admin.query(`create database ${name}${template ? ` template ${template}` : ''}`);
  await admin.end();
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  leftDatabases.set(url.toString(), serverUrl);
  return url.toString();
}

/** Drops a database, which no one may use any more. */
export async function dropDatabase(databaseUrl: string): Promise<void> {
  const admin = new pg.Client({ connectionString: leftDatabases.get(databaseUrl) ?? testDatabaseUrl });
  leftDatabases.delete(databaseUrl);
  await admin.connect();
  await admin.query(`drop database if exists ${new URL(databaseUrl).pathname.slice(1)} with (force)`);
  await admin.end();
}

/** The object store of a test server, if the environment chooses one over the disk. */
async function chosenStore(): Promise<ObjectStore | undefined> {
  if (process.env.PARLEY_TEST_FILES !== 's3') return undefined;
  const { startObjectStore } = await import('./object-store.ts');
  return startObjectStore();
}

/** Starts a server with the given options (`isDemo: false` has no organization). */
export async function startTestServer(options: Partial<ServerOptions> = {}): Promise<TestServer> {
  const dataDirectory = options.dataDirectory ?? (await mkdtemp(join(tmpdir(), 'parley-test-')));
  const isDemo = options.isDemo ?? true;
  const isOwnDatabase = 'databaseUrl' in options;
  const fitsTemplate = !isOwnDatabase || (options.databaseUrl === undefined && !templateDatabase);
  const isEmpty = (await readdir(dataDirectory)).length === 0;
  const isCopy = isDemo && fitsTemplate && isEmpty;
  if (isCopy) await copyDemoTemplate(dataDirectory);
  const databaseUrl = isOwnDatabase
    ? options.databaseUrl
    : await freshDatabase(isCopy ? templateDatabase : undefined);
  if (!isDemo && isEmpty && !databaseUrl) await copySchemaTo(dataDirectory);
  const objectStore = 's3' in options ? undefined : await chosenStore();
  watchStatements();
  const server = await ParleyServer.build(
    {
      host: '127.0.0.1',
      port: 0,
      publicUrl: undefined,
      log: silentLog,
      // Tests read the mail files.
      mailFilesCountAsSent: true,
      checkAnswer(operation, answer) {
        checkStatements();
        checkDeclared(operation, answer);
      },
      s3: objectStore?.options,
      ...options,
      ...(options.databaseListenUrl === undefined ? databaseOptions(databaseUrl) : { databaseUrl }),
      isDemo,
      dataDirectory,
    },
    async (services) => {
      if (isDemo) await fillDemo(services);
    },
  );
  if (process.env.PARLEY_WATCH_MEMORY) watchMemory(server);
  const url = `http://127.0.0.1:${server.port}`;
  registerServer(url, server);
  const clients = new Map<DemoName, Promise<ApiClient>>();
  const anonymous = new ApiClient(url);
  let isClosed = false;
  const close = async () => {
    if (isClosed) return;
    isClosed = true;
    await server.close();
    await objectStore?.close();
    if (!options.dataDirectory) await rm(dataDirectory, { recursive: true, force: true });
    if (databaseUrl && !isOwnDatabase) await dropDatabase(databaseUrl);
  };
  onCleanup(close);
  return {
    server,
    url,
    dataDirectory,
    databaseUrl,
    anonymous: anonymous,
    close,
    async storedFiles(folder) {
      const { pathsOnDisk } = await import('./object-store.ts');
      const paths = objectStore ? await objectStore.paths() : await pathsOnDisk(dataDirectory);
      return paths.filter((path) => path.startsWith(`${folder}/`)).sort();
    },
    client: (email, apiKey, userId) => new ApiClient(url, email, apiKey, userId),
    as(name) {
      const existing = clients.get(name);
      if (existing) return existing;
      const newClient = anonymous
        .ok('POST', '/dev_fetch_api_key', { username: emailOf(name) })
        .then((body) => new ApiClient(url, emailOf(name), String(body.api_key), Number(body.user_id)));
      clients.set(name, newClient);
      return newClient;
    },
  };
}
