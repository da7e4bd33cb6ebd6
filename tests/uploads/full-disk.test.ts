// A full disk, on a real file system: what cannot be saved is refused consistently on every path, leaves nothing behind, and
// works again once there is space. No space is reserved here, as if another program had filled the disk.

import assert from 'node:assert/strict';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { MEBIBYTE } from '../../src/api-contract/limits.ts';
import { startTestServer, testDatabaseUrl } from '../support/server.ts';
import { SmallDisk } from '../support/small-disk.ts';
import { animatedGif, credentials, png, sendFiles, upload } from './support.ts';

const disk = new SmallDisk(48);
const { skip } = disk;
const lines: string[] = [];
const log = {
  info: () => undefined,
  warn: () => undefined,
  // Background work of the server fails too, at other times.
  error: ({ error, job, upkeep }: Readonly<Record<string, unknown>>) => {
    if (job === undefined && upkeep === undefined) lines.push(String(error));
  },
};
const roomy = { free: 100 * 1024 * MEBIBYTE, size: 200 * 1024 * MEBIBYTE };
const server = skip
  ? undefined
  : await startTestServer({ dataDirectory: disk.path, log, readFreeSpace: async () => roomy });
after(async () => {
  await server?.close();
  disk.remove();
});

/** Every file below a folder of the data directory, with its size. */
async function filesBelow(folder: string): Promise<string[]> {
  const path = join(disk.path, folder);
  const entries = await readdir(path, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return Promise.all(files.sort().map(async (file) => `${file} ${(await stat(file)).size}`));
}

test('a full disk refuses every file consistently, and stores nothing of them', { skip }, async () => {
  assert.ok(server);
  const [mel, olive] = [await server.as('mel'), await server.as('olive')];
  const folders = ['uploads', 'avatars', 'emoji', 'organization', 'arriving', 'resumable'];
  const all = async () => (await Promise.all(folders.map(filesBelow))).flat();
  await upload(mel, 'before.txt', 'before');
  const before = await all();
  disk.fill();
  lines.length = 0;
  const refused = {
    result: 'error',
    msg: 'The server could not save this. Try again.',
    code: 'SERVICE_UNAVAILABLE',
  };
  const [picture, moving] = [await png(64, 64), await animatedGif()];
  const large = Buffer.alloc(6 * MEBIBYTE, 'x');
  for (const [client, path, name, bytes, method] of [
    [mel, '/user_uploads', 'large.bin', large, 'POST'],
    [mel, '/user_uploads', 'small.png', picture, 'POST'],
    [mel, '/users/me/avatar', 'a.png', picture, 'POST'],
    [olive, '/realm/emoji/full', 'a.gif', moving, 'POST'],
    [olive, '/realm/icon', 'a.png', picture, 'POST'],
  ] as const) {
    const sent = await sendFiles(client, path, [{ name, bytes }], {}, method);
    assert.deepEqual([sent.status, sent.body], [503, refused], `${path} ${name}`);
  }
  const headers = { ...credentials(mel), 'tus-resumable': '1.0.0', 'upload-length': '5' };
  const creation = await fetch(`${server.url}/api/v1/tus/`, { method: 'POST', headers });
  assert.deepEqual([creation.status, creation.headers.get('retry-after')], [503, '5']);
  assert.deepEqual(await creation.json(), { message: refused.msg });
  assert.deepEqual(await all(), before);
  assert.equal(lines.length, 6);
  for (const line of lines) assert.match(line, /ENOSPC/);
  disk.free();
  await upload(mel, 'after.txt', 'after');
});

test('a resumable upload continues from where the disk was full', { skip }, async () => {
  assert.ok(server);
  const mel = await server.as('mel');
  const tus = { ...credentials(mel), 'tus-resumable': '1.0.0' };
  const bytes = Buffer.alloc(3 * MEBIBYTE, 'y');
  const creation = await fetch(`${server.url}/api/v1/tus/`, {
    method: 'POST',
    headers: {
      ...tus,
      'upload-length': String(bytes.length),
      'upload-metadata': `filename ${btoa('y.txt')}`,
    },
  });
  const url = new URL(creation.headers.get('location') ?? '', server.url);
  const send = (offset: number) =>
    fetch(url, {
      method: 'PATCH',
      headers: { ...tus, 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' },
      body: bytes.subarray(offset),
    });
  disk.fill();
  const answerToBroken = await send(0);
  assert.deepEqual(
    [answerToBroken.status, await answerToBroken.json()],
    [503, { message: 'The server could not save this. Try again.' }],
  );
  disk.free();
  const offset = Number((await fetch(url, { method: 'HEAD', headers: tus })).headers.get('upload-offset'));
  assert.ok(offset < bytes.length);
  const sent = await send(offset);
  assert.equal(sent.status, 200);
  const { url: at } = (await sent.json()) as { url: string };
  const loadAnswer = await fetch(server.url + at, { headers: credentials(mel) });
  assert.ok(Buffer.from(await loadAnswer.arrayBuffer()).equals(bytes));
});

const embedded = { skip: skip || (Boolean(testDatabaseUrl) && 'the database lies elsewhere') };

test('messages are refused while the disk is full, and acknowledged ones stay', embedded, async () => {
  assert.ok(server);
  const mel = await server.as('mel');
  const say = (content: string) =>
    mel.request('POST', '/messages', { type: 'stream', to: 'general', topic: 'full', content });
  const acknowledged: string[] = [];
  disk.fill();
  let refusalCount = 0;
  // Free pages in the database files still take some messages.
  for (let count = 0; refusalCount < 3 && count < 400; count++) {
    const content = `${count} ${'full '.repeat(1500)}`;
    const { status, body, headers } = await say(content);
    if (status === 200) acknowledged.push(content.trim());
    else {
      refusalCount++;
      assert.deepEqual([status, body.code, headers.get('retry-after')], [503, 'SERVICE_UNAVAILABLE', '5']);
    }
  }
  assert.equal(refusalCount, 3);
  disk.free();
  assert.equal((await say('There is room again')).status, 200);
  const narrow = [{ operator: 'topic', operand: 'full' }];
  const { messages } = await mel.ok('GET', '/messages', {
    ...{ anchor: 'newest', num_before: 1000, num_after: 0, narrow, apply_markdown: false },
  });
  assert.deepEqual(
    messages.map(({ content }: { content: string }) => content),
    [...acknowledged, 'There is room again'],
  );
});
