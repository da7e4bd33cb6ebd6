// Runs imports in tests as the command does, into the database of a running server.

import { join } from 'node:path';
import { openFileStore } from '../../src/files/open-store.ts';
import { Pictures } from '../../src/images/pictures.ts';
import { checkArchive, importOrganization } from '../../src/imports/import-organization.ts';
import type { ImportChoices } from '../../src/imports/records/reader.ts';
import type { ImportReport } from '../../src/imports/records/report.ts';
import type { ImportTarget } from '../../src/imports/write/target.ts';
import { followRedirects } from '../../src/integrations/http/follow-redirects.ts';
import { HttpClient } from '../../src/integrations/http/http-client.ts';
import { unsealApiKey } from '../../src/model/accounts/credentials.ts';
import { openDeploymentKeyring } from '../../src/server/deployment-keyring.ts';
import { ParleyDatabase } from '../../src/storage/database.ts';
import type { ApiClient } from '../support/client.ts';
import type { TestServer } from '../support/server.ts';

/**
 * A target for imports into a test server's database, through a separate connection, as the command has one.
 * `fetchFrom` are addresses that need not be public.
 */
export async function importTarget(
  server: TestServer,
  host = '',
  fetchFrom: readonly string[] = [],
): Promise<ImportTarget & { close(): Promise<void> }> {
  const { dataDirectory, databaseUrl } = server;
  const database = await ParleyDatabase.open({ url: databaseUrl, file: join(dataDirectory, 'parley.db') });
  const pictures = new Pictures();
  const http = new HttpClient(fetchFrom);
  return {
    database,
    pictures,
    async fetchFile(address, bounds) {
      const following = { accept: '*/*', redirects: 5, ...bounds };
      const { status, headers, body } = await followRedirects(http, address, following);
      return { status, contentType: headers['content-type'] ?? '', bytes: body };
    },
    keyring: await openDeploymentKeyring(database, { dataDirectory, databaseUrl }),
    fileStore: await openFileStore(dataDirectory, undefined),
    workFolder: join(dataDirectory, 'importing'),
    host,
    organizationUrl: server.url,
    async close() {
      await pictures.close();
      await database.close();
    },
  };
}

export function runImport(
  path: string,
  target: ImportTarget,
  isDryRun = false,
  choices: ImportChoices = {},
): Promise<ImportReport> {
  const options = { choices, progress: () => undefined };
  return isDryRun
    ? checkArchive(path, target.workFolder, options)
    : importOrganization(path, target, options);
}

/** A client of an imported organization, with the key that the import assigned. */
export async function clientOf(
  server: TestServer,
  { database, keyring }: ImportTarget,
  organizationId: number,
  email: string,
): Promise<ApiClient> {
  const row = await database
    .reader(organizationId)
    .db.selectFrom('account')
    .select(['id', 'api_key_sealed'])
    .where('organization_id', '=', organizationId)
    .where('email', '=', email)
    .executeTakeFirstOrThrow();
  return server.client(email, unsealApiKey(keyring, row.api_key_sealed ?? ''), row.id);
}
