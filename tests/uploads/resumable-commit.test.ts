// A resumable upload whose row could not be committed can be finished by sending its last byte again, whichever store has
// taken the file and whether or not the row exists, and no stored file is changed by that.

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathsOnDisk, startObjectStore } from '../support/object-store.ts';
import { startTestServer } from '../support/server.ts';
import { failOneWrite, has, type WriteFailure } from './failing-writes.ts';
import { credentials, load, png } from './support.ts';

const store = await startObjectStore();
const servers = {
  'the disk': await startTestServer(),
  'an object store': await startTestServer({ s3: store.options }),
};

const bytes = await png(40, 30);

for (const [place, server] of Object.entries(servers)) {
  const mel = await server.as('mel');
  const tus = { ...credentials(mel), 'tus-resumable': '1.0.0' };

  const begin = async (name: string): Promise<URL> => {
    const headers = {
      ...tus,
      'upload-length': String(bytes.length),
      'upload-metadata': `filename ${btoa(name)}`,
    };
    const creation = await fetch(`${server.url}/api/v1/tus/`, { method: 'POST', headers });
    return new URL(creation.headers.get('location') ?? '', server.url);
  };
  const send = (url: URL, offset: number) =>
    fetch(url, {
      method: 'PATCH',
      headers: { ...tus, 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' },
      body: new Uint8Array(bytes.subarray(offset)),
    });
  const storedFiles = async () => {
    let count = 0;
    for await (const path of server.server.services.fileStore.list('uploads')) {
      if (path.endsWith('/original')) count += 1;
    }
    return count;
  };

  /** How many uploads of a name there are, each of which must have its whole file. */
  const completeRows = async (name: string) => {
    const { attachments } = await mel.ok('GET', '/attachments');
    const rows = attachments.filter((one: { name: string }) => one.name === name);
    for (const { path_id } of rows) {
      const file = await load(mel, `/user_uploads/${path_id}`);
      assert.ok(Buffer.from(await file.arrayBuffer()).equals(bytes), 'a file with a row is complete');
    }
    return rows.length;
  };

  const failures: readonly [WriteFailure, { rows: number; files: number }][] = [
    ['full', { rows: 1, files: 1 }],
    ['lost', { rows: 1, files: 2 }],
    ['committed', { rows: 2, files: 2 }],
  ];
  for (const [failure, expected] of failures) {
    const name = `${failure}.png`;
    test(`on ${place}, an upload whose row was not acknowledged (${failure}) is finished by its last byte`, async (t) => {
      const before = await storedFiles();
      const url = await begin(name);
      const isThere = has(`select 1 from attachment where name = '${name}'`);
      const { hasFailed } = failOneWrite(t, server.server.services, failure, isThere);
      assert.deepEqual([(await send(url, 0)).status, hasFailed()], [503, true]);
      const state = await fetch(url, { method: 'HEAD', headers: tus });
      assert.deepEqual([state.status, state.headers.get('upload-offset')], [200, String(bytes.length - 1)]);
      // The client has not sent the last byte again, and may never do so.
      await completeRows(name);
      const last = await send(url, bytes.length - 1);
      assert.equal(last.status, 200);
      const { url: address } = (await last.json()) as { url: string };
      assert.ok(Buffer.from(await (await load(mel, address)).arrayBuffer()).equals(bytes));
      assert.equal(await completeRows(name), expected.rows);
      assert.equal((await storedFiles()) - before, expected.files);
      assert.deepEqual(await pathsOnDisk(join(server.dataDirectory, 'resumable')), []);
    });
  }
}
