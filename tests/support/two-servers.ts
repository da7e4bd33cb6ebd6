// Two servers of one organization on one PostgreSQL database, as they run behind a load balancer.

import type { ServerOptions } from '../../src/server/server-options.ts';
import { ApiClient } from './client.ts';
import { copyDemoTemplate, templateDatabase } from './demo-template.ts';
import { type DemoName, freshDatabase, startTestServer, type TestServer, testDatabaseUrl } from './server.ts';
import { temporaryFolder } from './temporary.ts';

/** Skips tests that need two servers if they run on the embedded database, which allows only one. */
export const needsPostgres = { skip: !testDatabaseUrl && 'several servers need PostgreSQL' };

export interface TwoServers {
  readonly one: TestServer;
  readonly two: TestServer;
  /** Clients of a person in the demo organization at both servers, with the same credentials. */
  as(name: DemoName): Promise<readonly [ApiClient, ApiClient]>;
}

export async function startTwoServers(options: Partial<ServerOptions> = {}): Promise<TwoServers> {
  const dataDirectory = temporaryFolder();
  await copyDemoTemplate(dataDirectory);
  const databaseUrl = await freshDatabase(templateDatabase);
  const one = await startTestServer({ ...options, dataDirectory, databaseUrl });
  const two = await startTestServer({ ...options, dataDirectory, databaseUrl });
  return {
    one,
    two,
    async as(name) {
      const { email, apiKey, userId } = await one.as(name);
      return [await one.as(name), new ApiClient(two.url, email, apiKey, userId)];
    },
  };
}
