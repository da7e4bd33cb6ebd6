// Real Slack exports of all years: numbers as texts and texts as numbers, files shared before 2018, and people without email
// addresses.

import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import type { ImportChoices } from '../../src/imports/records/reader.ts';
import { slack } from '../../src/imports/slack/reader.ts';
import { run } from '../support/command-line.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { readArchive } from './read-archive.ts';
import { person, type SlackFiles, slackFiles, slackMessage, writeExport } from './slack-archive.ts';

type List = Record<string, unknown>[];
const day = 'general/2023-11-14.json';

/** Reads the export of the other tests with changes. */
async function readWithChange(
  change: (files: ReturnType<typeof slackFiles>) => void,
  choices: ImportChoices = {},
) {
  const files = slackFiles();
  change(files);
  return await readArchive(slack, await writeExport(files), choices);
}

/** Every number as a text, and every text of digits as a number. */
function swapped(value: unknown): unknown {
  if (typeof value === 'number') return String(value);
  if (typeof value === 'string' && /^\d{1,10}(?:\.\d{6})?$/.test(value)) return Number(value);
  if (Array.isArray(value)) return value.map(swapped);
  if (typeof value !== 'object' || value === null) return typeof value === 'boolean' ? Number(value) : value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, swapped(one)]));
}

test('numbers as texts, texts as numbers and flags as numbers make no difference', async () => {
  const plain = await readWithChange(() => undefined);
  const other = await readWithChange((files) => {
    for (const [name, content] of Object.entries(files))
      if (name.endsWith('.json') && Array.isArray(content)) files[name] = swapped(content) as List;
  });
  assert.deepEqual(other.directory, plain.directory);
  assert.deepEqual(
    other.messages.map(({ files: _, content, ...message }) => message),
    plain.messages.map(({ files: _, content, ...message }) => message),
  );
});

test('empty lists, empty texts and null mean missing records', async () => {
  const { messages, directory } = await readWithChange((files) => {
    files['channels.json'] = [
      { id: 'CGEN', name: 'general', members: { 0: 'UANN', 2: 'UBEN' }, purpose: [], topic: '', created: '' },
      { id: 'CNAMELESS', name: null, members: [null, 'UANN'], purpose: null, is_archived: null },
    ];
    files['users.json'].push(person('UNONE', 'none', { deleted: 1, profile: [], tz: null }));
    files[day] = [
      slackMessage(1, 'UANN', 'one', {
        reactions: false,
        files: [null],
        edited: [],
        thread_ts: '',
        blocks: '',
      }),
      slackMessage(2, 'UANN', 'two', { edited: { user: 'UANN' }, user_profile: [], bot_profile: null }),
    ];
    delete files['general/2023-11-15.json'];
  });
  assert.deepEqual(
    messages
      .filter((one) => 'topic' in one.conversation && one.conversation.channelId === 1)
      .map(({ content }) => content),
    ['one', 'two'],
  );
  assert.deepEqual(directory.channels.map(({ name }) => name).slice(0, 2), ['general', 'CNAMELESS']);
});

test('people listed twice are imported once, and an enterprise export has its own list', async () => {
  const { directory, counts } = await readWithChange((files) => {
    files['users.json'].push({ ...person('UBEN', 'again') });
    files['org_users.json'] = files['users.json'];
    delete (files as SlackFiles)['users.json'];
  });
  assert.equal(counts['people: they are listed twice; the first entry was imported'], 1);
  assert.equal(directory.accounts.filter(({ email }) => email === 'ben@ship.example').length, 1);
});

test('an archive repacked on a Mac, or with byte order marks, is read', async () => {
  const { messages } = await readWithChange((files) => {
    for (const name of Object.keys(files)) {
      const content = files[name];
      delete files[name];
      const bytes = Array.isArray(content) ? `\ufeff${JSON.stringify(content)}` : content;
      if (bytes !== undefined) files[`Ship/${name}`] = bytes;
    }
    files['__MACOSX/Ship/._users.json'] = 'x';
    files['Ship/.DS_Store'] = 'x';
  });
  assert.equal(messages.length, 17);
});

const sharedFile = (more: Record<string, unknown> = {}) => ({
  id: 'F024BERPE',
  name: 'plan.txt',
  title: 'The plan',
  created: '1433558319',
  user: 'UANN',
  url_private: 'https://files.slack.com/files-pri/T1-F024BERPE/plan.txt',
  url_private_download: 'https://files.slack.com/files-pri/T1-F024BERPE/download/plan.txt',
  permalink: 'https://ship.slack.com/files/ann/F024BERPE/plan.txt',
  ...more,
});
const link = (more = '') => `<https://ship.slack.com/files/ann/F024BERPE/plan.txt${more}>`;

test('a file is linked once, in the format of every year', async () => {
  const contents = async (message: Record<string, unknown>) => {
    const { messages } = await readWithChange((files) => {
      files[day] = [{ type: 'message', user: 'UANN', ts: '1433558319.000012', ...message }];
    });
    return messages[0]?.content.replaceAll(/\(\/user_uploads\/[^)]*\)/g, '(here)') ?? '';
  };
  const file = sharedFile();
  const share = { subtype: 'file_share', upload: true, file };
  assert.equal(
    await contents({ ...share, text: `<@UANN|ann> uploaded a file: ${link('|The plan')}` }),
    '[The plan](here)',
  );
  assert.equal(
    await contents({
      ...share,
      text: `<@UANN> uploaded a file: ${link('|The plan')} and commented: look at *page 2*`,
    }),
    'look at **page 2**\n[The plan](here)',
  );
  assert.equal(
    await contents({ ...share, subtype: 'file_mention', text: `<@UANN> mentioned a file: ${link()}` }),
    '[The plan](here)',
  );
  assert.equal(
    await contents({ text: `see ${link()} please`, files: [file] }),
    'see [The plan](here) please',
  );
  assert.equal(await contents({ text: 'see', files: [file] }), 'see\n[The plan](here)');
  assert.equal(
    await contents({
      text: 'see',
      files: [file],
      blocks: [
        {
          type: 'rich_text',
          elements: [
            {
              type: 'rich_text_section',
              elements: [{ type: 'link', url: file.permalink, text: 'the plan' }],
            },
          ],
        },
      ],
    }),
    '[The plan](here)',
  );
  const deletedFile = { ...share, file: sharedFile({ mode: 'tombstone' }) };
  assert.match(
    await contents({ ...deletedFile, text: `<@UANN> uploaded a file: ${link('|The plan')}` }),
    /The plan/,
  );
});

/** Removes people's addresses from the export. */
function withoutAddresses(files: ReturnType<typeof slackFiles>, count = 0): void {
  for (const one of files['users.json']) delete (one.profile as Record<string, unknown>).email;
  for (let at = 0; at < count; at++)
    files['users.json'].push(person(`UMANY${at}`, `many${at}`, { profile: { email: undefined } }));
}

test('people without an address are listed, as many as fit, with what to do', async () => {
  await assert.rejects(
    readWithChange((files) => withoutAddresses(files)),
    /users\.json: 3 active people have no email address: ann \(UANN\), ben \(UBEN\), cleo \(UCLEO\)\. Set .*--addresses FILE .*--missing-addresses DOMAIN/,
  );
  await assert.rejects(
    readWithChange((files) => withoutAddresses(files, 60)),
    /63 active people .*many46 \(UMANY46\), and 13 more\. Set/,
  );
});

test('addresses are taken from a list, then from a domain', async () => {
  const { account, counts } = await readWithChange((files) => withoutAddresses(files), {
    addresses: { domain: 'ship.example', byId: { UANN: 'ann@sea.example', UNOBODY: 'x@sea.example' } },
  });
  assert.deepEqual(
    ['Ann', 'Ben', 'Cleo', 'Gone'].map((name) => account(`${name} Sailor`)?.email),
    ['ann@sea.example', 'uben@ship.example', 'ucleo@ship.example', 'ugone@slack.invalid'],
  );
  assert.ok(account('Ben Sailor')?.isActive);
  assert.equal(counts['addresses in the list: no person in the archive has the ID'], 1);
  const { account: changedAddress } = await readWithChange(() => undefined, {
    addresses: { byId: { UBEN: 'other@sea.example' } },
  });
  assert.equal(changedAddress('Ben Sailor')?.email, 'other@sea.example');
});

test('the command accepts both flags, and reports the wrong line of a list', async () => {
  const files = slackFiles();
  withoutAddresses(files);
  const archive = await writeExport(files);
  const folder = temporaryFolder();
  const list = join(folder, 'addresses.csv');
  const dryRun = (...flags: string[]) =>
    run('organization', 'import', archive, '--dry-run', '--data', join(folder, 'data'), ...flags);
  const refusal = await dryRun();
  assert.equal(refusal.status, 1);
  assert.match(refusal.err, /3 active people have no email address: ann \(UANN\)/);
  await writeFile(
    list,
    '\ufeffid,email\r\n"UANN","ann@sea.example"\r\nUBEN;ben@sea.example\r\n\r\nUCLEO\tcleo@sea.example',
  );
  const withList = await dryRun('--addresses', list);
  assert.equal(withList.status, 0, withList.err);
  const result = await dryRun('--missing-addresses', 'ship.example');
  assert.equal(result.status, 0, result.err);
  for (const [text, reason] of [
    ['UANN,ann', /line 1: "ann" is not an email address/],
    ['UANN,a@b.example\nUANN,c@b.example', /line 2: "UANN" appears twice/],
    ['UANN,a@b.example\nUBEN,A@b.example', /line 2: line 1 has the same address/],
    ['UANN,a@b.example,more', /line 1: expected id,address/],
  ] as const) {
    await writeFile(list, text);
    assert.match((await dryRun('--addresses', list)).err, reason);
  }
  assert.match((await dryRun('--addresses', join(folder, 'none'))).err, /none does not exist/);
  assert.match((await dryRun('--missing-addresses', 'no domain')).err, /must be a domain like ship\.example/);
});
