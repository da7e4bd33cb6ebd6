// Responses of Microsoft's Graph API about a team: how the reader converts them, and what it rejects.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ImportChoices } from '../../src/imports/records/reader.ts';
import { teams } from '../../src/imports/teams/reader.ts';
import { Role } from '../../src/model/accounts/roles.ts';
import { readArchive } from './read-archive.ts';
import { DEEP, expectReadOrRefused, type Files, messageLines, zipped } from './service-archives.ts';
import { sent, TEAM, teamsFiles, withCapitals } from './teams-archive.ts';

async function readFiles(files: Files = teamsFiles(), choices: ImportChoices = {}) {
  return await readArchive(teams, await zipped(files), choices);
}

test('threads become topics named after their first message, and mentions, file links, cards and chats are converted', async () => {
  const { messages } = await readFiles();
  const thread = '1 2023-05-01 Who sails, @Ben Sailor? @all a & b *c*';
  assert.deepEqual(messageLines(messages), [
    `${thread}: Who **sails**, @**Ben Sailor|2**? @**all** a & b &#42;c&#42;`,
    `${thread}: I [**do**](https://x.example/%28a%29)`,
    '1 imported from Teams: Plan\n[plan.docx](https://ship.sharepoint.com/plan%20%281%29.docx)',
    `${thread}: Later`,
    '2 2023-05-01 Code: **Code**\n```\na < b\nc\n```',
    '2 imported from Teams: Build &#42;7&#42;\nBranch\nmain',
    'to 1,2: plain &#42;text&#42;',
  ]);
  assert.deepEqual(
    [messages[0]?.sentAt, messages[1]?.editedAt],
    [Date.parse('2023-05-01T10:00:01Z') / 1000, Date.parse('2023-05-01T11:00:00Z') / 1000],
  );
});

test('people have roles and addresses, guests too, and former members are deactivated', async () => {
  const { directory } = await readFiles();
  assert.deepEqual(
    directory.accounts.map(({ fullName, email, role, isActive, botType }) => [
      fullName,
      email,
      role,
      isActive,
      botType,
    ]),
    [
      ['Ann Sailor', 'ann@ship.example', Role.owner, true, null],
      ['Ben Sailor', 'ben@ship.example', Role.member, true, null],
      ['Cleo Sailor', 'cleo@sea.example', Role.guest, true, null],
      ['Dan Sailor', 'dan@ship.example', Role.member, false, null],
      ['Builds', 'builds-bot@teams.invalid', Role.member, true, 1],
    ],
  );
  assert.equal(directory.organization.name, 'Ship');
});

test('private channels have their listed members, or else their writers and the owners', async () => {
  const { directory, subscriptions } = await readFiles();
  assert.deepEqual(
    directory.channels.map(({ name, isPrivate, isDefault }) => [name, isPrivate, isDefault]),
    [
      ['General', false, true],
      ['Secret', true, false],
    ],
  );
  const pairs = (all: typeof subscriptions) => all.map((one) => `${one.channelId} ${one.accountId}`);
  assert.deepEqual(pairs(subscriptions), ['1 1', '1 2', '1 3', '2 2']);
  const { 'secret-members.json': _, ...files } = teamsFiles();
  const unlisted = await readFiles(files);
  assert.deepEqual(pairs(unlisted.subscriptions), ['1 1', '1 2', '1 3', '2 1', '2 4', '2 5']);
  const { 'channels.json': __, ...bare } = files;
  const unnamed = await readFiles(bare);
  assert.ok(unnamed.directory.channels.every(({ isPrivate }) => isPrivate));
});

test('reactions are imported, and the dry run lists skipped data', async () => {
  const { reactions, counts } = await readFiles();
  assert.deepEqual(
    reactions.map(({ accountId, emojiName }) => [accountId, emojiName]),
    [
      [2, '+1'],
      [1, 'rocket'],
    ],
  );
  assert.deepEqual(counts, {
    'people: they are not in the list of people; their messages were imported under deactivated accounts': 1,
    'notices of joins, leaves and changes: they are system messages': 1,
    'messages: they were deleted': 1,
    'files: they stay in SharePoint; links still lead there': 1,
    'reactions: their emoji are unknown': 1,
    'files, tabs, meetings, wikis and pictures of people: the responses do not contain them': 1,
    'earlier versions of edited messages: the responses contain only the last version': 1,
  });
});

test('files written by PowerShell are read, including UTF-16', async () => {
  const plain = await readFiles();
  const capitals = Object.entries(teamsFiles()).map(([name, content]) => {
    const list = (content as { value?: unknown }).value ?? content;
    const isOfPrivateChannel = name === 'secret-members.json';
    return [name, isOfPrivateChannel ? content : withCapitals(list)] as const;
  });
  const utf16 = capitals.map(
    ([name, content]) => [name, Buffer.from(`\ufeff${JSON.stringify(content)}`, 'utf16le')] as const,
  );
  for (const files of [capitals, utf16]) {
    const other = await readFiles(Object.fromEntries(files));
    assert.deepEqual(messageLines(other.messages), messageLines(plain.messages));
    assert.deepEqual(other.directory.accounts, plain.directory.accounts);
  }
  const members = [
    {
      Name: 'Ann Sailor',
      UserId: '3c6ee395-529d-4681-b5f7-582c707570f6',
      UserName: 'ann@ship.example',
      Role: 'Owner',
    },
    {
      Id: 'm-2',
      DisplayName: 'Ben Sailor',
      Roles: [],
      AdditionalProperties: { userId: '88cbf3c2-0810-4d32-aa19-863c12bf7be9', email: 'ben@ship.example' },
    },
  ];
  const { directory } = await readFiles({ ...teamsFiles(), 'members.json': members });
  assert.deepEqual(
    directory.accounts.slice(0, 2).map(({ email, role }) => [email, role]),
    [
      ['ann@ship.example', Role.owner],
      ['ben@ship.example', Role.member],
    ],
  );
});

test('one of several teams is chosen, and the others are not imported', async () => {
  const other = '2a00a70a-00f5-4da5-8618-8281194f0de0';
  const files = {
    ...teamsFiles(),
    [`${other}/channels.json`]: [{ id: '19:deck', displayName: 'Deck', membershipType: 'standard' }],
    [`${other}/members.json`]: [
      { userId: 'f', displayName: 'Fay', email: 'fay@ship.example', roles: ['owner'] },
    ],
    [`${other}/messages.json`]: [
      sent(1, 'Ann', 'on deck', { channelIdentity: { teamId: other, channelId: '19:deck' } }),
    ],
  };
  await assert.rejects(
    readFiles(files),
    /contains responses about 2 teams; choose one with --team\. Found: .*"Ship" \(1d5/,
  );
  await assert.rejects(readFiles(files, { team: 'Raft' }), /contains no team "Raft"/);
  const ship = await readFiles(files, { team: 'Ship' });
  const alone = await readFiles();
  assert.deepEqual(ship.directory, alone.directory);
  assert.deepEqual(messageLines(ship.messages), messageLines(alone.messages));
  assert.equal(ship.counts['messages: they belong to another team'], 1);
  const boat = await readFiles(files, { team: other });
  assert.deepEqual(messageLines(boat.messages).slice(0, 1), ['1 imported from Teams: on deck']);
  assert.equal(boat.account('Fay')?.role, Role.owner);
});

test('an import without members is refused, and circular threads are read', async () => {
  const { 'members.json': _, 'secret-members.json': __, ...files } = teamsFiles();
  await assert.rejects(readFiles(files), /members: the archive does not name administrators/);
  const [one, other] = [sent(1, 'Ann', 'one'), sent(2, 'Ann', 'two')];
  const circle = [
    { ...one, replyToId: other.id },
    { ...other, replyToId: one.id },
    { ...sent(3, 'Ann', 'three'), replyToId: String(1_682_935_200_003) },
  ];
  const { messages } = await readFiles({
    'users.json': teamsFiles()['users.json'],
    'members.json': teamsFiles()['members.json'],
    'messages.json': circle,
  });
  assert.deepEqual(
    messages.map(({ content }) => content),
    ['one', 'two', 'three'],
  );
});

test('archives with wrong types, truncation or endless nesting are read or refused with a reason', async () => {
  await expectReadOrRefused(teams, teamsFiles, { addresses: { domain: 'ship.example' } });
  const padding = ' '.repeat(5 * 1024 * 1024);
  await assert.rejects(
    readFiles({ ...teamsFiles(), 'z.json': `{"value":[${DEEP}]${padding}}` }),
    /nested too deeply/,
  );
  await assert.rejects(
    readFiles({ ...teamsFiles(), 'z.json': Buffer.from(`\ufeff[${padding}]`, 'utf16le') }),
    /z\.json: it is in UTF-16. Save it as UTF-8/,
  );
  await assert.rejects(
    readFiles({ 'messages.json': [sent(1, 'Ann', 'x', { createdDateTime: 'yesterday' })] }),
    /messages\.json, row 0: "createdDateTime" is not a valid time/,
  );
  assert.equal((await readFiles()).directory.organization.name, 'Ship', TEAM);
});
