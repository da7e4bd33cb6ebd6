// Broken and malicious Slack exports: each is refused with its place and reason, and nothing is written.

import assert from 'node:assert/strict';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, describe, test } from 'node:test';
import { ArchiveFolder } from '../../src/imports/archive/archive-folder.ts';
import { Notes } from '../../src/imports/records/notes.ts';
import { fromSlackText, type SlackNames } from '../../src/imports/slack/markup.ts';
import { FileFetcher } from '../../src/imports/write/fetch-file.ts';
import { startTestServer } from '../support/server.ts';
import { withLimit } from '../support/with-limit.ts';
import { importTarget, runImport } from './importing.ts';
import { type SlackFiles, slackFiles, slackMessage, writeExport } from './slack-archive.ts';

const server = await startTestServer({ isDemo: false });
const target = await importTarget(server);
after(() => target.close());

type Changed = ReturnType<typeof slackFiles>;

/** Tries the export of the other tests with changes, and checks that nothing of it is left. */
async function expectRefused(change: (files: Changed) => void, reason: RegExp): Promise<void> {
  const files = slackFiles();
  change(files);
  await refusedFile(await writeExport(files), reason);
}

async function refusedFile(path: string, reason: RegExp): Promise<void> {
  await assert.rejects(runImport(path, target), reason);
  const reader = target.database.reader(0);
  for (const table of ['account', 'organization_import', 'message'])
    assert.deepEqual(await reader.execute(`select * from ${table}`, []), [], table);
  assert.deepEqual(await readdir(target.workFolder).catch(() => []), []);
}

const day = 'general/2023-11-14.json';
const withMessage = (message: Record<string, unknown>) => (files: SlackFiles) => {
  files[day] = [message];
};

describe('a Slack export is refused', () => {
  test('with active people without an address', async () => {
    await expectRefused((files) => {
      const [ben, ann] = files['users.json'];
      Object.assign(ben ?? {}, { profile: {} });
      Object.assign(ann ?? {}, { profile: { email: 'no address' } });
    }, /users\.json: 2 active people have no email address: ann \(UANN\), ben \(UBEN\)\. Set/);
  });

  test('that is truncated or not JSON', async () => {
    const path = await writeExport(slackFiles());
    await writeFile(path, (await readFile(path)).subarray(0, -30));
    await refusedFile(path, /it is not a ZIP file, or it is incomplete/);
    await expectRefused((files) => {
      files[day] = JSON.stringify(files[day]).slice(0, -9);
    }, /general\/2023-11-14\.json, byte \d+: it is incomplete/);
    await expectRefused((files) => {
      files[day] = '[{"ts" 1}]';
    }, /general\/2023-11-14\.json.*, at or after row 0: it is not valid JSON/);
    await expectRefused((files) => {
      files[day] = '{"messages": [{"ts": "1.0"}]}';
    }, /general\/2023-11-14\.json: it is not a list/);
  });

  test('with fields of the wrong type', async () => {
    await expectRefused(
      (files) => Object.assign(files['users.json'][0] ?? {}, { id: {} }),
      /users\.json, row 0: "id" is not a string/,
    );
    await expectRefused(
      (files) => Object.assign(files['users.json'][0] ?? {}, { is_admin: 'yes' }),
      /users\.json, row 0: "is_admin" is not a boolean/,
    );
    await expectRefused(
      (files) => Object.assign(files['channels.json'][0] ?? {}, { members: [[]] }),
      /channels\.json, row 0: "members" is not a list of strings/,
    );
    await expectRefused(
      withMessage(slackMessage(1, 'UANN', 'x', { ts: 'now' })),
      /2023-11-14\.json, row 0: "ts" is not a valid time/,
    );
    await expectRefused(
      withMessage(slackMessage(1, 'UANN', 'x', { ts: '9'.repeat(300) })),
      /"ts" is not a valid time/,
    );
    await expectRefused(
      withMessage({ ...slackMessage(1, 'UANN', 'x'), text: [1] }),
      /row 0: "text" is not a string/,
    );
    await expectRefused(
      withMessage(slackMessage(1, 'UANN', 'x', { reactions: [7] })),
      /row 0, reactions, row 0: it is not an object/,
    );
    await expectRefused(
      withMessage(slackMessage(1, 'UANN', 'x', { files: { a: 1 } })),
      /"files" is not a list/,
    );
  });
});

const names: SlackNames = {
  mention: (id) => (id === 'U1' ? '@**Ann**' : undefined),
  channel: () => undefined,
  isOwnEmoji: () => false,
};

test('unclosed markup is text, however much of it there is', () => {
  const texts = {
    '*<@U1>s* _a_*b*': '@**Ann****s** *a*\u200b**b**',
    '<@U1>ink <@U2|bo> <!subteam^S1|@crew> <!date^0^{date}|then>':
      '@**Ann**ink @bo @crew <time:1970-01-01T00:00:00Z>',
    '2*3*4 a_b_c &lt;@U1&gt; &amp;lt;': '2&#42;3&#42;4 a_b_c <@U1> &#38;lt;',
    'see ```a *b* <https://x.example|x>``` then': 'see \n```\na *b* x\n```\n then',
    '<https://x.example/a)b|[b]> :thumbsup::skin-tone-2: :nosuch:':
      '[b](https://x.example/a%29b) :+1: :nosuch:',
  };
  for (const [text, expected] of Object.entries(texts)) assert.equal(fromSlackText(text, names), expected);
  for (const piece of ['<', '*', '_a', '```', '`', '<@', '<http://', ':a', '&lt;*'])
    assert.ok(fromSlackText(piece.repeat(100_000), names).length > 1000, piece);
});

test('bound importFetchedFileBytes importFetchSeconds importFetchedBytes: downloads are bounded', async () => {
  const slow = createServer((request, response) => {
    if (request.url === '/slow') return;
    response.end('x'.repeat(1000));
  });
  await new Promise<void>((resolve) => slow.listen(0, '127.0.0.1', resolve));
  const at = `http://127.0.0.1:${(slow.address() as AddressInfo).port}`;
  const { fetchFile, close } = await importTarget(server, '', [at]);
  const notes = new Notes();
  const fetcher = new FileFetcher(fetchFile, notes);
  try {
    await withLimit('importFetchedFileBytes', 999, () => fetcher.bytesAt(`${at}/large`, 'files'));
    await withLimit('importFetchSeconds', 0.05, () => fetcher.bytesAt(`${at}/slow`, 'files'));
    assert.equal((await fetcher.bytesAt(`${at}/file`, 'files'))?.length, 1000);
    await withLimit('importFetchedBytes', 1000, () => fetcher.bytesAt(`${at}/more`, 'files'));
    for (let attempt = 0; attempt < 12; attempt++)
      await withLimit('importFetchSeconds', 0.05, () => fetcher.bytesAt(`${at}/slow`, 'files'));
    await new FileFetcher(target.fetchFile, notes).bytesAt(`${at}/file`, 'files');
  } finally {
    slow.closeAllConnections();
    slow.close();
    await close();
  }
  assert.deepEqual(
    notes.all.map(({ why, count }) => [why.replace(/127\.0\.0\.1:\d+/, 'it').replace(/;.*/, ''), count]),
    [
      ['the download from it failed (the response is too large)', 1],
      ['the download from it failed (the request timed out)', 11],
      ['the size limit for downloads was reached', 1],
      ['it does not respond', 2],
      ['the download from it failed (the address is not public)', 1],
    ],
  );
});

test('an archive deletes its temporary files when it is closed', async () => {
  const folder = await ArchiveFolder.open(await writeExport(slackFiles()), target.workFolder);
  await folder.scratch();
  assert.equal((await readdir(target.workFolder)).length, 1);
  await folder.close();
  assert.deepEqual(await readdir(target.workFolder), []);
});
