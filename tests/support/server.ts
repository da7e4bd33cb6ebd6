// A whole server in a line, for tests: in this process, on a free port, with the demo organization, on the engine
// that the environment chooses. It is closed when the test file ends.

import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import pg from 'pg';
import { fillDemo } from '../../src/demo/fill-demo.ts';
import { silentLog } from '../../src/server/logger.ts';
import type { ServerOptions } from '../../src/server/server.ts';
import { ParleyServer } from '../../src/server/server.ts';
import { ApiClient } from './client.ts';

/** The people of the demo organization. */
export type DemoName = 'olive' | 'adam' | 'mona' | 'mel' | 'mia' | 'max' | 'gus' | 'helper';

const emailOf = (name: DemoName) => (name === 'helper' ? 'helper-bot@example.com' : `${name}@example.com`);

export interface TestServer {
  readonly server: ParleyServer;
  /** `http://127.0.0.1:PORT` */
  readonly url: string;
  readonly dataDirectory: string;
  readonly databaseUrl: string | undefined;
  /** Somebody of the demo organization, with credentials. */
  as(name: DemoName): Promise<ApiClient>;
  /** Anyone else, by address and key. */
  client(email: string, apiKey: string, userId?: number): ApiClient;
  /** Nobody: no credentials. */
  readonly nobody: ApiClient;
  close(): Promise<void>;
}

/** The address of the PostgreSQL server that tests may use; undefined: the embedded engine. */
export const testDatabaseUrl = process.env.PARLEY_TEST_DATABASE_URL;

/** A fresh database of the test PostgreSQL server. */
export async function freshDatabase(): Promise<string | undefined> {
  if (!testDatabaseUrl) return undefined;
  const name = `parley_${randomBytes(6).toString('hex')}`;
  const admin = new pg.Client({ connectionString: testDatabaseUrl });
  await admin.connect();
  await admin.query(`create database ${name}`);
  await admin.end();
  const url = new URL(testDatabaseUrl);
  url.pathname = `/${name}`;
  return url.toString();
}

async function dropDatabase(databaseUrl: string): Promise<void> {
  const admin = new pg.Client({ connectionString: testDatabaseUrl });
  await admin.connect();
  await admin.query(`drop database if exists ${new URL(databaseUrl).pathname.slice(1)} with (force)`);
  await admin.end();
}

/** Starts a server; with options, one that differs (`isDemo: false` has no organization). */
export async function startTestServer(options: Partial<ServerOptions> = {}): Promise<TestServer> {
  const dataDirectory = options.dataDirectory ?? (await mkdtemp(join(tmpdir(), 'parley-test-')));
  const databaseUrl = 'databaseUrl' in options ? options.databaseUrl : await freshDatabase();
  const isDemo = options.isDemo ?? true;
  const server = await ParleyServer.build(
    {
      host: '127.0.0.1',
      port: 0,
      publicUrl: undefined,
      log: silentLog,
      ...options,
      isDemo,
      dataDirectory,
      databaseUrl,
    },
    async (services) => {
      if (isDemo) await fillDemo(services);
    },
  );
  const url = `http://127.0.0.1:${server.port}`;
  const clients = new Map<DemoName, Promise<ApiClient>>();
  const nobody = new ApiClient(url);
  let isClosed = false;
  const close = async () => {
    if (isClosed) return;
    isClosed = true;
    await server.close();
    if (!options.dataDirectory) await rm(dataDirectory, { recursive: true, force: true });
    if (databaseUrl && !('databaseUrl' in options)) await dropDatabase(databaseUrl);
  };
  after(close);
  return {
    server,
    url,
    dataDirectory,
    databaseUrl,
    nobody,
    close,
    client: (email, apiKey, userId) => new ApiClient(url, email, apiKey, userId),
    as(name) {
      const present = clients.get(name);
      if (present) return present;
      const made = nobody
        .ok('POST', '/dev_fetch_api_key', { username: emailOf(name) })
        .then((body) => new ApiClient(url, emailOf(name), String(body.api_key), Number(body.user_id)));
      clients.set(name, made);
      return made;
    },
  };
}
