// Files in an object store: configuration errors at the start, sharing by several servers, and errors while it is unreachable.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { copyFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { parseServeOptions } from '../../src/cli/serve-options.ts';
import { UnusableFileStoreError } from '../../src/files/file-store.ts';
import { openFileStore } from '../../src/files/open-store.ts';
import { bucketUrl } from '../../src/files/s3-client.ts';
import type { S3Options } from '../../src/files/s3-options.ts';
import { startObjectStore } from '../support/object-store.ts';
import { freshDatabase, startTestServer, testDatabaseUrl } from '../support/server.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { credentials, load, sendFiles, upload } from './support.ts';

const store = await startObjectStore();
after(() => store.close());
const { options } = store;

const keys = { PARLEY_S3_ACCESS_KEY_ID: 'id', PARLEY_S3_SECRET_ACCESS_KEY: 'very-secret' };
const flags = ['--s3-endpoint', 'https://s3.example.com/', '--s3-bucket', 'files'];

test('the store is read from flags, its keys from the environment only', () => {
  assert.deepEqual(parseServeOptions(flags, keys)?.s3, {
    endpoint: 'https://s3.example.com',
    bucket: 'files',
    region: 'us-east-1',
    addressing: 'path',
    accessKeyId: 'id',
    secretAccessKey: 'very-secret',
  });
  const environment = {
    PARLEY_S3_ENDPOINT: 'http://10.0.0.1:9000',
    PARLEY_S3_BUCKET: 'files',
    PARLEY_S3_REGION: 'eu-central-1',
    PARLEY_S3_ADDRESSING: 'host',
    AWS_ACCESS_KEY_ID: 'id',
    AWS_SECRET_ACCESS_KEY: 'very-secret',
  };
  const read = parseServeOptions([], environment)?.s3;
  assert.deepEqual([read?.region, read?.addressing, read?.accessKeyId], ['eu-central-1', 'host', 'id']);
  assert.equal(parseServeOptions([], keys)?.s3, undefined);
});

const unusable: readonly (readonly [
  what: string,
  args: readonly string[],
  environment: object,
  says: RegExp,
])[] = [
  ['no bucket', flags.slice(0, 2), keys, /^--s3-endpoint needs --s3-bucket\.$/],
  ['no endpoint', flags.slice(2), keys, /^--s3-bucket needs --s3-endpoint\.$/],
  ['no keys', flags, {}, /^The S3 store needs PARLEY_S3_ACCESS_KEY_ID\. Set it in the environment\.$/],
  ['half the keys', flags, { PARLEY_S3_ACCESS_KEY_ID: 'id' }, /needs PARLEY_S3_SECRET_ACCESS_KEY/],
  ['no bucket name', [...flags, '--s3-bucket', 'a/../b'], keys, /^--s3-bucket must be a bucket name/],
  ['no region', [...flags, '--s3-region', 'here & there'], keys, /^--s3-region must look like/],
  ['no addressing', [...flags, '--s3-addressing', 'both'], keys, /^--s3-addressing must be path or host/],
  ['no address', [...flags, '--s3-endpoint', 'ftp://x'], keys, /^--s3-endpoint must look like https/],
  [
    'keys in the address',
    [...flags, '--s3-endpoint', 'https://a:very-secret@x'],
    keys,
    /without credentials\.$/,
  ],
  [
    'half of the keys in the address',
    [...flags, '--s3-endpoint', 'https://:very-secret@x'],
    keys,
    /without credentials\.$/,
  ],
];
for (const [what, args, environment, says] of unusable) {
  test(`${what} is refused in a sentence without secrets`, () => {
    assert.throws(
      () => parseServeOptions(args, environment as NodeJS.ProcessEnv),
      ({ message }: Error) => says.test(message) && !message.includes('very-secret'),
    );
  });
}

const elsewhere: readonly (readonly [what: string, change: Partial<S3Options>, says: RegExp])[] = [
  ['a bucket that does not exist', { bucket: 'nowhere' }, /^The bucket "nowhere" does not exist at /],
  ['a wrong secret', { secretAccessKey: 'guessed' }, /^The S3 store at .* denied access to the bucket /],
  ['a wrong key', { accessKeyId: 'guessed' }, /^The S3 store at .* denied access to the bucket /],
  ['an address without a server', { endpoint: 'http://127.0.0.1:1' }, /^Cannot reach the S3 store at .*\.$/],
];
for (const [what, change, says] of elsewhere) {
  test(`a server does not start with ${what}`, async () => {
    await assert.rejects(startTestServer({ s3: { ...options, ...change } }), (error) => {
      assert.ok(error instanceof UnusableFileStoreError);
      assert.match(error.message, says);
      return !error.message.includes('guessed');
    });
  });
}

test('redirects of a store are not followed', async () => {
  const requests: (string | undefined)[] = [];
  const other = createServer((request, response) => {
    requests.push(request.url);
    response.end();
  });
  const sending = createServer((request, response) => {
    request.resume();
    const { port } = other.address() as AddressInfo;
    response.writeHead(307, { location: `http://127.0.0.1:${port}${request.url}` }).end();
  });
  for (const one of [other, sending]) {
    one.listen(0, '127.0.0.1');
    await once(one, 'listening');
    after(() => one.close());
  }
  const endpoint = `http://127.0.0.1:${(sending.address() as AddressInfo).port}`;
  await assert.rejects(openFileStore('', { ...options, endpoint }), /status 307\. Check --s3-region/);
  assert.deepEqual(requests, []);
});

test('the bucket is named as the store expects', () => {
  const endpoint = 'https://s3.example.com/base/';
  assert.equal(bucketUrl({ ...options, endpoint, bucket: 'b' }), 'https://s3.example.com/base/b');
  const host = {
    ...options,
    endpoint: 'https://s3.example.com:9000',
    bucket: 'b',
    addressing: 'host',
  } as const;
  assert.equal(bucketUrl(host), 'https://b.s3.example.com:9000');
});

test('every kind of file is written, read, reported missing and removed', async () => {
  const directory = temporaryFolder();
  for (const fileStore of [
    await openFileStore(directory, undefined),
    await openFileStore(directory, options),
  ]) {
    await fileStore.write('test/folder', [
      { name: 'a', content: Buffer.from('first') },
      { name: 'empty', content: Buffer.alloc(0) },
    ]);
    await fileStore.write('test/folder', [{ name: 'a', content: Buffer.from('again') }]);
    await fileStore.write('test/folder2', [{ name: 'b', content: Buffer.from('neighbour') }]);
    assert.equal(String(await fileStore.read('test/folder/a')), 'again');
    assert.equal((await fileStore.read('test/folder/empty'))?.length, 0);
    const file = await fileStore.open('test/folder/a');
    assert.equal(file?.size, 5);
    const pieces = await file?.stream({ start: 1, end: 3 });
    assert.equal(Buffer.concat(await Array.fromAsync(pieces ?? [])).toString(), 'gai');
    for (const missing of ['test/folder/c', 'test', 'test/folder', 'test/folder/a/b']) {
      assert.equal(await fileStore.read(missing), undefined, missing);
      assert.equal(await fileStore.open(missing), undefined, missing);
    }
    await fileStore.remove('test/folder');
    await fileStore.remove('test/folder');
    assert.equal(await fileStore.read('test/folder/a'), undefined);
    await fileStore.remove('test/folder2/b');
    assert.equal(await fileStore.read('test/folder2/b'), undefined);
  }
  assert.deepEqual(
    (await store.paths()).filter((path) => path.startsWith('test/') || path.startsWith('checks/')),
    [],
  );
});

test('several servers have the same files', { skip: !testDatabaseUrl }, async () => {
  const databaseUrl = await freshDatabase();
  const [first, second] = [temporaryFolder(), temporaryFolder()];
  const one = await startTestServer({ dataDirectory: first, databaseUrl, s3: options });
  await copyFile(join(first, 'secret'), join(second, 'secret'));
  const two = await startTestServer({ dataDirectory: second, databaseUrl, s3: options });
  const { url, pathId } = await upload(await one.as('mel'), 'shared.txt', 'for both');
  const melAtSecond = await two.as('mel');
  assert.equal(await (await load(melAtSecond, url, { range: 'bytes=4-' })).text(), 'both');
  const { attachments } = await melAtSecond.ok('GET', '/attachments');
  await melAtSecond.ok('DELETE', `/attachments/${attachments[0].id}`);
  await Promise.all([one.server.scheduler.runDue(), two.server.scheduler.runDue()]);
  const folder = `uploads/${pathId.slice(0, pathId.lastIndexOf('/'))}/`;
  assert.ok(!(await store.paths()).some((path) => path.startsWith(folder)));
});

test('while the store is unreachable only files are refused, and nothing is left behind', async () => {
  const failing = await startObjectStore();
  const server = await startTestServer({ s3: failing.options });
  const mel = await server.as('mel');
  const { url } = await upload(mel, 'before.txt', 'x');
  await failing.close();
  const file = await load(mel, url);
  assert.equal(file.status, 503);
  assert.equal(file.headers.get('etag'), null);
  assert.doesNotMatch(file.headers.get('cache-control') ?? '', /immutable/);
  const unavailable = {
    result: 'error',
    msg: 'The file store cannot be reached. Try again.',
    code: 'SERVICE_UNAVAILABLE',
  };
  assert.deepEqual(await file.json(), unavailable);
  const before = await mel.ok('GET', '/attachments');
  const sent = await sendFiles(mel, '/user_uploads', [{ name: 'a', bytes: Buffer.from('a') }]);
  assert.deepEqual([sent.status, sent.body], [503, unavailable]);
  const creation = await fetch(`${server.url}/api/v1/tus/`, {
    method: 'POST',
    headers: { ...credentials(mel), 'tus-resumable': '1.0.0', 'upload-length': '3' },
  });
  const part = {
    'tus-resumable': '1.0.0',
    'upload-offset': '0',
    'content-type': 'application/offset+octet-stream',
  };
  const whole = await fetch(new URL(creation.headers.get('location') ?? '', server.url), {
    method: 'PATCH',
    headers: { ...credentials(mel), ...part },
    body: 'abc',
  });
  assert.equal(whole.status, 503);
  const probe = await fetch(new URL(creation.headers.get('location') ?? '', server.url), {
    method: 'HEAD',
    headers: { ...credentials(mel), 'tus-resumable': '1.0.0' },
  });
  // Its client sends the last byte again to request another attempt.
  assert.equal(probe.headers.get('upload-offset'), '2');
  assert.deepEqual(await mel.ok('GET', '/attachments'), before);
});
