// After a `kill -9` while a part of a resumable upload arrives, the upload continues with the bytes that are on the disk.

import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { join } from 'node:path';
import { test } from 'node:test';
import { KillableServer } from '../support/killable.ts';
import { waitUntil } from '../support/waiting.ts';
import { credentials, load } from '../uploads/support.ts';

const server = await KillableServer.prepare();

test('an upload continues after the server was killed in the middle of a part', async () => {
  await server.start();
  const mel = await server.as('mel');
  const headers = { ...credentials(mel), 'tus-resumable': '1.0.0' };
  const bytes = randomBytes(1_000_000);
  const creation = await fetch(`${server.url}/api/v1/tus/`, {
    method: 'POST',
    headers: { ...headers, 'upload-length': String(bytes.length) },
  });
  const path = creation.headers.get('location') ?? '';
  const file = join(server.dataDirectory, 'resumable', path.slice(path.lastIndexOf('/') + 1));
  const part = { ...headers, 'content-type': 'application/offset+octet-stream' };
  const open = httpRequest(new URL(path, server.url), {
    method: 'PATCH',
    headers: { ...part, 'upload-offset': 0, 'content-length': bytes.length },
  });
  open.on('error', () => undefined);
  open.write(bytes.subarray(0, 700_000));
  await waitUntil(async () => (await stat(file)).size > 0);
  await server.kill();
  const { size } = await stat(file);
  await server.start('same');
  const found = await fetch(new URL(path, server.url), { method: 'HEAD', headers });
  const offset = Number(found.headers.get('upload-offset'));
  assert.deepEqual([found.status, offset], [200, size]);
  const sent = await fetch(new URL(path, server.url), {
    method: 'PATCH',
    headers: { ...part, 'upload-offset': String(offset) },
    body: bytes.subarray(offset),
  });
  assert.equal(sent.status, 200);
  const { url } = (await sent.json()) as { url: string };
  assert.ok(Buffer.from(await (await load(await server.as('mel'), url)).arrayBuffer()).equals(bytes));
});
