// Archives with the first version of each format, which Parley 0.1.0 made at schema 43: a backup and a whole export of
// an organization with one person, a message that links a file, a draft and a saved snippet. They must remain readable.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { unpackTar } from 'modern-tar';
import { emptyStorage, engines, runJson, seenBy, serverAt } from '../cli/backups.ts';
import { clientOf, importTarget, runImport } from '../import/importing.ts';
import { writeArchive } from '../import/own-archive.ts';
import type { ApiClient } from '../support/client.ts';
import { startTestServer } from '../support/server.ts';
import { load } from '../uploads/support.ts';

const [backup, exported] = ['backup', 'export'].map((name) =>
  fileURLToPath(new URL(`version-1/${name}.tar.gz`, import.meta.url)),
) as [string, string];
const BO = { email: 'bo@acme.example', password: 'a fine password' };

/** Checks that Bo sees what the archives contain. */
async function checkContent(bo: ApiClient): Promise<void> {
  const { state, messages, found } = await seenBy(bo, 'lamp');
  const lamp = messages.find(({ subject }: { subject: string }) => subject === 'lighthouses');
  assert.match(lamp.content, /^<p>The <strong>lamp<\/strong> is lit: /);
  assert.deepEqual([found, lamp.flags.includes('starred')], [[lamp.id], true]);
  assert.deepEqual(
    lamp.reactions.map(({ emoji_name: name }: { emoji_name: string }) => name),
    ['tada'],
  );
  const path = /href="([^"]+)"/.exec(lamp.content)?.[1] ?? '';
  assert.equal(await (await load(bo, path)).text(), 'The lamp needs oil.');
  const texts = [...state.drafts, ...state.saved_snippets].map(({ content }) => content);
  assert.deepEqual(texts, ['the horn', 'Ahoy']);
}

test('a backup with the first version of the format is restored', async () => {
  for (const engine of engines) {
    const target = await emptyStorage(engine);
    await runJson('restore', backup, ...target.flags);
    const server = await serverAt(target);
    const login = { username: BO.email, password: BO.password };
    const { api_key: key } = await server.anonymous.ok('POST', '/fetch_api_key', login);
    await checkContent(server.client(BO.email, key));
    await server.close();
  }
});

test('a whole export with the first version of the format is imported', async () => {
  const server = await startTestServer({ isDemo: false });
  const target = await importTarget(server);
  try {
    const { organizationId, missing } = await runImport(exported, target);
    assert.deepEqual(
      missing.map(({ what }) => what),
      ['passwords, API keys and links in emails'],
    );
    await checkContent(await clientOf(server, target, organizationId ?? 0, BO.email));
  } finally {
    await target.close();
    await server.close();
  }
});

test('a damaged export with the first version of the format is refused', async () => {
  const entries = await unpackTar(new Uint8Array(gunzipSync(await readFile(exported))));
  const original = new Map(entries.map(({ header, data }) => [header.name, Buffer.from(data ?? [])]));
  const server = await startTestServer({ isDemo: false });
  const target = await importTarget(server);
  const upload = [...original.keys()].find((name) => name.endsWith('/original')) ?? '';
  const archiveWithChange = (name: string) => {
    const content = Buffer.from(original.get(name) ?? '');
    return writeArchive(original, (all) =>
      all.set(name, Buffer.from(content.toString('latin1').replace('lamp', 'LAMP'), 'latin1')),
    );
  };
  const without = (name: string) => writeArchive(original, (all) => all.delete(name));
  try {
    await assert.rejects(
      runImport(await archiveWithChange(upload), target),
      /original": the content does not match/,
    );
    await assert.rejects(
      runImport(await without(upload), target),
      /original: it is missing from the archive/,
    );
    const rows = 'parley/rows/message/000001.jsonl';
    await assert.rejects(
      runImport(await archiveWithChange(rows), target),
      /rows of message do not match the export/,
    );
    await assert.rejects(runImport(await without(rows), target), /rows of message do not match the export/);
    const list = 'parley/sums/000001.jsonl';
    await assert.rejects(runImport(await without(list), target), /entries do not match the export/);
  } finally {
    await target.close();
    await server.close();
  }
});
