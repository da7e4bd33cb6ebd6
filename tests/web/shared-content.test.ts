// Content that another app shares with the installed client: stored by the service worker, and read by a page.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ContentStore, readShared, storeShared } from '../../web/lib/shared-content.ts';
import { receiveShare } from '../../web/service-worker/receive-share.ts';

/** A browser cache in memory. */
function memoryStore(): ContentStore & { readonly size: () => number } {
  const all = new Map<string, Response>();
  return {
    put: async (key, content) => void all.set(key, content),
    match: async (key) => all.get(key)?.clone(),
    delete: async (key) => all.delete(key),
    size: () => all.size,
  };
}

/** Sends what the browser sends for a share, and returns where it leads. */
async function share(
  fields: Readonly<Record<string, string>>,
  files: readonly File[],
  store: ContentStore,
): Promise<string | null> {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.append(name, value);
  for (const file of files) body.append('files', file);
  const request = new Request('https://chat.example.com/share', { method: 'POST', body });
  const response = await receiveShare(request, async () => store);
  assert.equal(response.status, 303);
  return response.headers.get('location');
}

test('text, link and files wait until a page takes them', async () => {
  const store = memoryStore();
  const files = [
    new File(['one'], 'première.txt', { type: 'text/plain' }),
    new File(['two'], 'photo.jpg', { type: 'image/jpeg' }),
  ];
  const address = await share({ text: 'Look', url: 'https://example.com/a' }, files, store);
  assert.equal(address, 'https://chat.example.com/');
  for (let times = 0; times < 2; times++) {
    const waiting = await readShared(store, Date.now());
    assert.equal(waiting?.text, 'Look\nhttps://example.com/a');
    const got = (waiting?.files ?? []).map(async (file) => [file.name, file.type, await file.text()]);
    assert.deepEqual(await Promise.all(got), [
      ['première.txt', 'text/plain', 'one'],
      ['photo.jpg', 'image/jpeg', 'two'],
    ]);
  }
});

test('a part that another contains is not repeated', async () => {
  const texts = async (fields: Readonly<Record<string, string>>) => {
    const store = memoryStore();
    await share(fields, [], store);
    return (await readShared(store, Date.now()))?.text;
  };
  const url = 'https://example.com/a';
  assert.equal(await texts({ title: 'A page', text: `A page ${url}`, url }), `A page ${url}`);
  assert.equal(await texts({ title: 'A page', url }), `A page\n${url}`);
  assert.equal(await texts({ title: 'A page', text: '', url: '' }), 'A page');
  assert.equal(await texts({ title: ' ', text: '' }), undefined);
});

test('a later share replaces an earlier one', async () => {
  const store = memoryStore();
  await share({ text: 'first' }, [new File(['a'], 'a'), new File(['b'], 'b')], store);
  await share({ text: 'second' }, [new File([], '')], store);
  assert.deepEqual(await readShared(store, Date.now()), {
    text: 'second',
    files: [],
    leftOut: 0,
    isCut: false,
  });
  assert.equal(store.size(), 1);
});

test('of very many files the first fifty are taken, and a text is at most 100,000 characters long', async () => {
  const store = memoryStore();
  const files = Array.from({ length: 51 }, (_, index) => new File([], `${index}`));
  await share({ text: 'x'.repeat(100_001) }, files, store);
  const waiting = await readShared(store, Date.now());
  assert.deepEqual([waiting?.files.length, waiting?.text.length], [50, 100_000]);
  assert.deepEqual([waiting?.leftOut, waiting?.isCut], [1, true]);
});

test('files of more than a gigabyte together are left out, and counted', async () => {
  const sized = (name: string, size: number) =>
    Object.defineProperty(new File([], name), 'size', { value: size });
  const form = (files: readonly File[]) => ({ get: () => null, getAll: () => files }) as unknown as FormData;
  const store = memoryStore();
  const files = [sized('a', 600_000_000), sized('b', 600_000_000), sized('c', 400_000_000)];
  await storeShared(form(files), store, Date.now());
  const waiting = await readShared(store, Date.now());
  assert.deepEqual(
    waiting?.files.map(({ name }) => name),
    ['a', 'c'],
  );
  assert.equal(waiting?.leftOut, 1);
  await assert.rejects(storeShared(form([sized('d', 1_000_000_001)]), store, Date.now()), /too large/);
  assert.equal(await readShared(store, Date.now()), undefined);
});

test('what was shared more than a day ago is not offered', async () => {
  const store = memoryStore();
  await share({ text: 'old' }, [], store);
  const day = 24 * 3_600_000;
  assert.ok(await readShared(store, Date.now() + day - 10_000));
  assert.equal(await readShared(store, Date.now() + day + 10_000), undefined);
});

test('the page says if the browser could not store it', async () => {
  const full: ContentStore = {
    ...memoryStore(),
    put: async () => {
      throw new Error('QuotaExceededError');
    },
  };
  assert.equal(await share({ text: 'lost' }, [], full), 'https://chat.example.com/#share-failed');
  assert.equal(await readShared(full, Date.now()), undefined);
});
