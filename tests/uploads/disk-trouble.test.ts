// A failing disk gives clear errors, and broken connections leave no open or temporary files.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readdir, readlink, rename, writeFile } from 'node:fs/promises';
import { get } from 'node:http';
import { join } from 'node:path';
import { test } from 'node:test';
import { queuedFileRemovals, queueFileRemoval } from '../../src/actions/files/unreferenced-files.ts';
import { nowSeconds } from '../../src/api-contract/time.ts';
import { UploadFilesJob } from '../../src/jobs/upload-files.ts';
import { startTestServer } from '../support/server.ts';
import { waitUntil } from '../support/waiting.ts';
import { credentials, load, png, sendFiles, upload } from './support.ts';

const server = await startTestServer();
const mel = await server.as('mel');
const { database } = server.server.services;
const folder = (name: string) => join(server.dataDirectory, name);

test('a full disk gives a temporary error, and existing files are untouched', async () => {
  const existing = await upload(mel, 'kept.txt', 'kept');
  await rename(folder('uploads'), folder('uploads-away'));
  await writeFile(folder('uploads'), 'no folder');
  await writeFile(folder('avatars'), 'no folder');
  const unavailable = {
    result: 'error',
    msg: 'The server could not save this. Try again.',
    code: 'SERVICE_UNAVAILABLE',
  };
  for (const path of ['/user_uploads', '/users/me/avatar']) {
    const sent = await sendFiles(mel, path, [{ name: 'a.png', bytes: await png(8, 8) }]);
    assert.deepEqual([sent.status, sent.body], [503, unavailable], path);
  }
  assert.deepEqual(await readdir(folder('arriving')).catch(() => []), []);
  await rename(folder('uploads'), folder('uploads-broken'));
  await rename(folder('uploads-away'), folder('uploads'));
  assert.equal(await (await load(mel, existing.url)).text(), 'kept');
});

test('a file that cannot be removed does not prevent removing the others', async () => {
  const { url } = await upload(mel, 'goes.txt', 'goes');
  const organizationId = Number(url.split('/')[2]);
  // No file system has names of this length.
  const impossible = `uploads/${'x'.repeat(300)}`;
  await database.write(organizationId, (writer) => queueFileRemoval(writer, [impossible]));
  const { attachments } = await mel.ok('GET', '/attachments');
  for (const { id } of attachments) await mel.ok('DELETE', `/attachments/${id}`);
  await server.server.scheduler.runDue();
  const remaining = await queuedFileRemovals(database.reader(0), 0, 10);
  assert.deepEqual(
    remaining.map(({ path }) => path),
    [impossible],
  );
  const job = new UploadFilesJob(server.server.services);
  await assert.rejects(job.run(nowSeconds(), new AbortController().signal), { code: 'ENAMETOOLONG' });
});

test('an aborted download leaves no file open', { skip: process.platform !== 'linux' }, async () => {
  const { url, pathId } = await upload(mel, 'large.bin', Buffer.alloc(8 * 1024 * 1024));
  const secret = pathId.split('/')[2] ?? '';
  const openHandles = async () => {
    const targets = (await readdir('/proc/self/fd')).map((fd) =>
      readlink(`/proc/self/fd/${fd}`).catch(() => ''),
    );
    return (await Promise.all(targets)).filter((target) => target.includes(secret)).length;
  };
  const loads = Array.from({ length: 10 }, () => get(mel.url + url, { headers: credentials(mel) }));
  for (const one of loads) one.on('error', () => undefined);
  await Promise.all(loads.map((one) => once(one, 'response')));
  assert.ok((await openHandles()) > 0);
  for (const one of loads) one.destroy();
  await waitUntil(async () => (await openHandles()) === 0);
  for (const method of ['HEAD', 'GET']) {
    for (const headers of [{}, { range: 'bytes=99999999-' }, { 'if-none-match': `"${secret}"` }]) {
      await (await load(mel, url, headers as Record<string, string>, method)).arrayBuffer();
      // Not by the garbage collector, which would end the server.
      if (method === 'HEAD') assert.equal(await openHandles(), 0);
    }
  }
  await waitUntil(async () => (await openHandles()) === 0);
});

test('a body with too many or too large parts is refused, not truncated', async () => {
  const large = await sendFiles(mel, '/users/me/status', [], { status_text: 'x'.repeat(5 * 1024 * 1024) });
  assert.deepEqual([large.status, large.body.code], [413, 'REQUEST_TOO_LARGE']);
  const fields = Object.fromEntries(Array.from({ length: 1002 }, (_, index) => [`field${index}`, '']));
  const many = await sendFiles(mel, '/users/me/status', [], fields);
  assert.deepEqual([many.status, many.body.code], [400, 'BAD_REQUEST']);
  assert.match(many.body.msg, /at most 1000 parameters/);
  const several = await sendFiles(
    mel,
    '/user_uploads',
    Array.from({ length: 11 }, (_, index) => ({ name: `${index}.txt`, bytes: Buffer.from('x') })),
  );
  assert.deepEqual([several.status, several.body.code], [400, 'BAD_REQUEST']);
});
