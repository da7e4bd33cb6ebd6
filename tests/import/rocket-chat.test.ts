// Collections of a Rocket.Chat database: how the reader converts them, and what it rejects.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ImportChoices } from '../../src/imports/records/reader.ts';
import { rocketChat } from '../../src/imports/rocket-chat/reader.ts';
import { Role } from '../../src/model/accounts/roles.ts';
import { withLimit } from '../support/with-limit.ts';
import { readArchive } from './read-archive.ts';
import { messages as all, rocketChatFiles, sent } from './rocket-chat-archive.ts';
import { DEEP, expectReadOrRefused, type Files, lines, messageLines, zipped } from './service-archives.ts';

async function readFiles(more: Files = {}, choices: ImportChoices = {}) {
  const files = Object.entries({ ...rocketChatFiles(), ...more }).filter(
    ([, content]) => content !== undefined,
  );
  return await readArchive(rocketChat, await zipped(Object.fromEntries(files)), choices);
}

async function text(msg: string) {
  const { messages } = await readFiles({
    'rocketchat_message.json': lines(sent('m1', 'GENERAL', 'ann', msg)),
  });
  return messages[0]?.content;
}

const THREAD = '1 2023-05-01 Who sails soon, @ben Sailor? See general no';

test('messages have their threads, quotes, cards, files and stars', async () => {
  const { messages } = await readFiles();
  assert.deepEqual(messageLines(messages), [
    `${THREAD}: Who **sails** *soon*, @**ben Sailor|2**? See #**general** ~~no~~`,
    `${THREAD}: I do`,
    '1 imported from Rocket.Chat: see\n[plan.txt](here)',
    '1 imported from Rocket.Chat: yes\n\n> **ann**: Who sails?\n> > **ben**: deeper',
    'to 1,2: ahoy',
    '2 imported from Rocket.Chat: Build 7 failed\n\n**[Log](https://ci.example/%287%29)**\n**3** errors\n**Branch**: main',
  ]);
  assert.deepEqual(messages[2]?.starredBy, [2]);
  assert.deepEqual(
    messages.map(({ pin }) => pin),
    [{ accountId: 2, pinnedAt: Date.parse('2023-05-02T10:00:00Z') / 1000 }, ...Array(5)],
  );
  assert.equal(messages[1]?.editedAt, Date.parse('2023-05-01T10:00:03Z') / 1000);
});

test('people have roles, and bots their chosen names', async () => {
  const { directory, senderOf, messages } = await readFiles();
  assert.deepEqual(
    directory.accounts.map(({ fullName, email, role, isActive, botType }) => [
      fullName,
      email,
      role,
      isActive,
      botType,
    ]),
    [
      ['ann Sailor', 'ann@ship.example', Role.owner, true, null],
      ['ben Sailor', 'ben@ship.example', Role.member, true, null],
      ['cleo Sailor', 'cleo@rocket-chat.invalid', Role.guest, false, null],
      ['Rocket.Cat', 'rocket.cat-bot@rocket-chat.invalid', Role.member, true, 1],
      ['gone Sailor', 'gone@rocket-chat.invalid', Role.member, false, null],
      ['Builder', 'builder-bot@rocket-chat.invalid', Role.member, true, 1],
    ],
  );
  assert.deepEqual(
    [3, 5].map((at) => senderOf(messages[at] ?? assert.fail())?.fullName),
    ['gone Sailor', 'Builder'],
  );
});

test('channels have members, private groups are private, and missing members come from the accounts', async () => {
  const { directory, subscriptions } = await readFiles();
  assert.deepEqual(
    directory.channels.map(({ name, description, isPrivate, isDefault, creatorId }) => [
      name,
      description,
      isPrivate,
      isDefault,
      creatorId,
    ]),
    [
      ['general', 'All', false, true, null],
      ['The Vault', '', true, false, 1],
    ],
  );
  assert.deepEqual(
    subscriptions.map(({ accountId, channelId, isMuted, isPinned }) => [
      accountId,
      channelId,
      isMuted,
      isPinned,
    ]),
    [
      [1, 1, false, true],
      [2, 1, true, false],
      [1, 2, false, false],
    ],
  );
  const fromAccounts = await readFiles({ 'rocketchat_subscription.json': undefined });
  assert.equal(fromAccounts.subscriptions.length, 8);
});

test('the dry run lists skipped data', async () => {
  const { counts, reactions } = await readFiles();
  assert.deepEqual(
    reactions.map(({ accountId, emojiName }) => [accountId, emojiName]),
    [[1, '+1']],
  );
  assert.deepEqual(counts, {
    'rooms: they are conversations with website visitors, or calls': 1,
    'read-only channels: everyone in them can post': 1,
    'reactions: their emoji are not in the archive': 1,
    'reactions: the people who reacted are not in the archive': 1,
    'notices of joins, leaves and changes: they are system messages': 1,
    'files: they are missing from the archive': 1,
    'people: they are not in the list of people; their messages were imported under deactivated accounts': 1,
    'messages: they are end-to-end encrypted': 1,
    'messages: their rooms are not in the archive or not imported': 1,
    'earlier versions of edited messages: they are not imported': 1,
    'roles and permissions: Parley has other permissions; administrators and guests keep their role': 1,
    'custom emoji and pictures of people: these collections do not contain them': 1,
  });
});

test('every output format of mongoexport is read', async () => {
  const plain = await readFiles();
  const wrapped = (value: unknown): unknown => {
    if (typeof value === 'number') return { $numberInt: String(value) };
    if (Array.isArray(value)) return value.map(wrapped);
    if (typeof value !== 'object' || value === null) return value;
    const entries = Object.entries(value);
    if (entries[0]?.[0] === '$date')
      return { $date: { $numberLong: String(Date.parse(String(entries[0][1])) || 1_682_935_205_000) } };
    return Object.fromEntries(entries.map(([key, one]) => [key, wrapped(one)]));
  };
  for (const form of [JSON.stringify(all, null, 2), lines(...all.map(wrapped)), `${lines(...all)}\n\n`]) {
    const { messages } = await readFiles({ 'rocketchat_message.json': form });
    assert.deepEqual(messageLines(messages), messageLines(plain.messages));
  }
});

test('markup is converted, and literal text stays literal', async () => {
  assert.equal(
    await text('*bold* **also** _it_ ~gone~ `*code*`'),
    '**bold** **also** *it* ~~gone~~ `*code*`',
  );
  assert.equal(
    await text('@all and @here, mail a@ben.example, @ben. @ben, @nobody'),
    '@**all** and @**all**, mail a@ben.example, @**ben Sailor|2**. @**ben Sailor|2**, @nobody',
  );
  assert.equal(await text('a @**all** b #**general**'), 'a &#64;**all** b &#35;**general**');
  assert.equal(await text('https://x.example/a_b_c #general!'), 'https://x.example/a_b_c #**general**!');
});

test('people without an address are listed, and get a given one', async () => {
  const users = lines(
    { _id: 'uann', username: 'ann', roles: ['admin'], emails: [] },
    { _id: 'uben', username: 'ben', roles: ['user'], emails: [{ address: 'no address' }] },
  );
  await assert.rejects(
    readFiles({ 'users.json': users }),
    /2 active people have no email address: ann \(uann\), ben \(uben\)\. Set their addresses with --addresses FILE/,
  );
  const byId = { uben: 'ben@sea.example' };
  const { directory } = await readFiles(
    { 'users.json': users },
    { addresses: { domain: 'ship.example', byId } },
  );
  assert.deepEqual(
    directory.accounts.slice(0, 2).map(({ email }) => email),
    ['uann@ship.example', 'ben@sea.example'],
  );
});

test('duplicate collections, wrong types and endlessly nested JSON are refused or read', async () => {
  await expectReadOrRefused(rocketChat, rocketChatFiles, {}, 80);
  await assert.rejects(
    readFiles({ 'more/rocketchat_users.json': '{}' }),
    /users\.json: both it and more\/rocketchat_users\.json contain users\. Remove one of them/,
  );
  await assert.rejects(
    readFiles({ 'rocketchat_message.json': lines(sent('m1', 'GENERAL', 'ann', 'x', { ts: '-1' })) }),
    /rocketchat_message\.json, row of line 1: "ts" is not a valid time/,
  );
  const long = lines({ msg: 'x'.repeat(2000) });
  await withLimit('importRowBytes', 1000, () =>
    assert.rejects(readFiles({ 'rocketchat_message.json': long }), /line 1: it exceeds the limit/),
  );
  const deep = `${JSON.stringify(sent('m1', 'GENERAL', 'ann', 'x')).slice(0, -1)},"md":${DEEP}}`;
  const { messages } = await readFiles({ 'rocketchat_message.json': deep });
  assert.equal(messages.length, 1);
});
