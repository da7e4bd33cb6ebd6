// Requests an export in tests, and reads its archive.

import assert from 'node:assert/strict';
import { gunzipSync } from 'node:zlib';
import { unpackTar } from 'modern-tar';
import type { ApiClient } from '../support/client.ts';
import { eventsUntil } from '../support/waiting.ts';

export interface Exported {
  readonly id: number;
  readonly export_url: string | null;
  readonly pending: boolean;
}

/** Requests an export and waits until it is ready. */
export async function requestExport(
  client: ApiClient,
  parameters: Record<string, unknown> = {},
): Promise<Exported> {
  const listener = await client.registerQueue({ fetch_event_types: [], event_types: ['realm_export'] });
  const { id } = await client.ok('POST', '/export/realm', parameters);
  const isReady = (one: Exported) => one.id === id && !one.pending;
  const events = await eventsUntil(listener, ({ exports }) => exports?.some(isReady));
  const readyExport = events.at(-1).exports.find(isReady);
  assert.equal(typeof readyExport.export_url, 'string');
  return readyExport;
}

/** The files of the archive, by name. */
export async function filesOf({ export_url: url }: Exported): Promise<Map<string, Buffer>> {
  const answer = await fetch(String(url));
  assert.equal(answer.status, 200);
  assert.match(
    answer.headers.get('content-disposition') ?? '',
    /^attachment; filename="export-[\d-]+\.tar\.gz"/,
  );
  const entries = await unpackTar(gunzipSync(Buffer.from(await answer.arrayBuffer())));
  return new Map(entries.map(({ header, data }) => [header.name, Buffer.from(data ?? [])]));
}

/** The parsed content of all files with this prefix. */
// biome-ignore lint/suspicious/noExplicitAny: tests read files freely
export function jsonIn(files: ReadonlyMap<string, Buffer>, prefix: string): any[] {
  const found = [...files].filter(([name]) => name.startsWith(prefix) && name.endsWith('.json'));
  return found.flatMap(([, bytes]) => JSON.parse(bytes.toString('utf8')));
}
