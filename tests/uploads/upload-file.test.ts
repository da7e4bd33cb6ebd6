// Uploading: stored names, errors, and the organization's quota.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defaultConfiguredLimits } from '../../src/api-contract/configured-limits.ts';
import { limits, MEBIBYTE } from '../../src/api-contract/limits.ts';
import { changeSettings } from '../../src/stores/organizations/setting-store.ts';
import { expectFold } from '../support/fold.ts';
import { startTestServer } from '../support/server.ts';
import { load, sendFiles, upload } from './support.ts';

/** Less than by default, so that the largest file is sent quickly. */
const FILE_MEGABYTES = 3;

const server = await startTestServer({
  bounds: { ...defaultConfiguredLimits, fileMegabytes: FILE_MEGABYTES },
});
const [olive, mel, mia, gus, helper] = await Promise.all([
  server.as('olive'),
  server.as('mel'),
  server.as('mia'),
  server.as('gus'),
  server.as('helper'),
]);

test('a file is stored, and its uploader gets an event', async () => {
  const eventLists = await expectFold([mel, mia, olive], async () => {
    const { status, body } = await sendFiles(mel, '/user_uploads', [
      { name: 'notes.txt', bytes: Buffer.from('what was said') },
    ]);
    assert.equal(status, 200);
    assert.equal(body.filename, 'notes.txt');
    assert.equal(body.uri, body.url);
    assert.match(body.url, /^\/user_uploads\/1\/[0-9a-f]{2}\/[\w-]{24}\/notes\.txt$/);
    const file = await load(mel, body.url);
    assert.equal(file.status, 200);
    assert.equal(await file.text(), 'what was said');
  });
  const [event, ...others] = eventLists[0] ?? [];
  assert.deepEqual(others, []);
  assert.deepEqual([event.type, event.op], ['attachment', 'add']);
  const { attachments, upload_space_used: used } = await mel.ok('GET', '/attachments');
  assert.deepEqual(event.attachment, attachments.at(-1));
  assert.equal(event.upload_space_used, used);
  const { id, create_time: time, path_id: path, ...rest } = event.attachment;
  assert.ok(Number.isInteger(id) && path.startsWith('1/'));
  assert.ok(Math.abs(time - Date.now() / 1000) < 120);
  assert.deepEqual(rest, { name: 'notes.txt', size: 13, message_ids: [] });
  assert.deepEqual([eventLists[1], eventLists[2]], [[], []]);
});

test('guests and bots upload too', async () => {
  for (const client of [gus, helper]) {
    const { url } = await upload(client, 'a.bin', 'x');
    assert.equal((await load(client, url)).status, 200);
  }
});

const names: readonly (readonly [sent: string, shown: string, inAddress: string])[] = [
  ['../../../etc/passwd', 'passwd', 'passwd'],
  ['..', 'uploaded-file', 'uploaded-file'],
  ['.', 'uploaded-file', 'uploaded-file'],
  ['/', 'uploaded-file', 'uploaded-file'],
  ['C:\\Windows\\win.ini', 'win.ini', 'win.ini'],
  ['my  summer photo (1).txt', 'my  summer photo (1).txt', 'my-summer-photo-1.txt'],
  ['Füße – 写真.txt', 'Füße – 写真.txt', 'Füße-写真.txt'],
  ['a&b<script>.html', 'a&b<script>.html', 'abscript.html'],
  ['%2e%2e%2fup.txt', '%2e%2e%2fup.txt', '2e2e2fup.txt'],
  ['gnp\u202etxt.exe', 'gnptxt.exe', 'gnptxt.exe'],
  ['###', '###', 'uploaded-file'],
  [`${'x'.repeat(400)}.txt`, `${'x'.repeat(146)}.txt`, `${'x'.repeat(146)}.txt`],
];

for (const [sent, shown, inAddress] of names) {
  test(`a file called ${JSON.stringify(sent.slice(0, 30))} is stored as ${shown.slice(0, 30)}`, async () => {
    const { url, filename } = await upload(mel, sent, 'content');
    assert.equal(filename, shown);
    assert.equal(url.slice(url.lastIndexOf('/') + 1), inAddress);
    const file = await load(mel, encodeURI(url));
    assert.equal(await file.text(), 'content');
  });
}

test('no client input becomes part of a path in the store', async () => {
  const { pathId } = await upload(mel, 'evil name.txt', 'here');
  const [organization, shelf, secret] = pathId.split('/');
  const folder = `uploads/${organization}/${shelf}/${secret}`;
  assert.deepEqual(await server.storedFiles(folder), [`${folder}/original`]);
});

test('none, several, and too large files are refused', async () => {
  const file = { name: 'a', bytes: Buffer.from('a') };
  const none = await sendFiles(mel, '/user_uploads', []);
  assert.equal(none.body.msg, 'You must specify a file to upload');
  await mel.refused('POST', '/user_uploads', {}, 'BAD_REQUEST', 'You must specify a file to upload');
  const twoFiles = await sendFiles(mel, '/user_uploads', [file, file]);
  assert.equal(twoFiles.body.msg, 'You may only upload one file at a time');
  const large = await sendFiles(mel, '/user_uploads', [
    { name: 'a', bytes: Buffer.alloc(FILE_MEGABYTES * MEBIBYTE + 1) },
  ]);
  assert.equal(large.status, 400);
  assert.equal(large.body.msg, "File is larger than this server's configured maximum upload size (3 MiB).");
  const huge = await sendFiles(mel, '/user_uploads', [
    { name: 'a', bytes: Buffer.alloc((limits.fileMegabytes + 2) * MEBIBYTE) },
  ]);
  assert.deepEqual([huge.status, huge.body.result], [413, 'error']);
  const anonymousAnswer = await sendFiles(server.anonymous, '/user_uploads', [file]);
  assert.equal(anonymousAnswer.status, 401);
});

test('the largest allowed file and an empty one are stored', async () => {
  const bytes = Buffer.alloc(FILE_MEGABYTES * MEBIBYTE, 'z');
  const { url } = await upload(mel, 'large.bin', bytes);
  const loadAnswer = await load(mel, url);
  assert.equal(loadAnswer.headers.get('content-length'), String(bytes.length));
  assert.ok(Buffer.from(await loadAnswer.arrayBuffer()).equals(bytes));
  const empty = await load(mel, (await upload(mel, 'empty.bin', '')).url);
  assert.equal(empty.status, 200);
  assert.equal(empty.headers.get('content-length'), '0');
});

test('uploads stop when the organization’s space is used up, and work again after a deletion', async () => {
  const { database } = server.server.services;
  const setQuota = (mebibytes: number | null) =>
    database.write(1, async (writer) => {
      await changeSettings(writer, { upload_quota_mib: mebibytes });
      const touches = { organization: true } as const;
      writer.emit({ type: '_changed', audience: { kind: 'nobody' }, payload: {}, touches });
    });
  const { upload_space_used: used } = await mel.ok('GET', '/attachments');
  const quota = Math.ceil(used / MEBIBYTE) + 1;
  await setQuota(quota);
  const { snapshot } = await mel.registerQueue();
  assert.equal(snapshot.realm_upload_quota_mib, quota);
  assert.equal(snapshot.max_file_upload_size_mib, FILE_MEGABYTES);
  await upload(mel, 'fits.bin', Buffer.alloc(MEBIBYTE / 2));
  const file = { name: 'too-much.bin', bytes: Buffer.alloc(2 * MEBIBYTE) };
  const before = await mel.ok('GET', '/attachments');
  const { status, body } = await sendFiles(mia, '/user_uploads', [file]);
  assert.deepEqual([status, body.code], [400, 'REALM_UPLOAD_QUOTA']);
  assert.equal(body.msg, "Upload would exceed your organization's upload quota.");
  assert.deepEqual(await mel.ok('GET', '/attachments'), before);
  const large = before.attachments.find((one: { name: string }) => one.name === 'large.bin');
  await mel.ok('DELETE', `/attachments/${large.id}`);
  assert.equal((await sendFiles(mia, '/user_uploads', [file])).status, 200);
  await setQuota(null);
});
