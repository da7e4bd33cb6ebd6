// The credential files that third-party clients read.

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ApiClient } from '../support/client.ts';
import { temporaryFolder } from '../support/temporary.ts';

/** A folder for a client, removed when the test file ends. */
export async function clientFolder(): Promise<string> {
  const folder = temporaryFolder();
  return folder;
}

/** Writes an account's credentials in the format of Zulip clients; returns the file's path. */
export async function credentialsFile(folder: string, client: ApiClient, name = 'zuliprc'): Promise<string> {
  const path = join(folder, name);
  const lines = ['[api]', `email=${client.email}`, `key=${client.apiKey}`, `site=${client.url}`, ''];
  await writeFile(path, lines.join('\n'), { mode: 0o600 });
  return path;
}
