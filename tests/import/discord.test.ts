// DiscordChatExporter exports: how the reader converts them, and what it rejects.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { discord } from '../../src/imports/discord/reader.ts';
import type { ImportChoices } from '../../src/imports/records/reader.ts';
import { Role } from '../../src/model/accounts/roles.ts';
import { ann, ben, channelFile, discordFiles, wrote } from './discord-archive.ts';
import { readArchive } from './read-archive.ts';
import { DEEP, expectReadOrRefused, type Files, messageLines, zipped } from './service-archives.ts';

const choices: ImportChoices = {
  owner: 'ann',
  addresses: { domain: 'ship.example', byId: { 1: 'ann@ship.example' } },
};

async function readFiles(files: Files, chosen: ImportChoices = choices) {
  return await readArchive(discord, await zipped(files), chosen);
}

/** The result of one text, written by Ann, with Ben mentioned. */
async function text(content: string, more = {}) {
  const file = channelFile({ id: '70', name: 'general' }, [
    wrote('1', ann, content, { mentions: [ben], ...more }),
  ]);
  const { messages } = await readFiles({ 'general.json': file });
  return messages[0]?.content;
}

test('messages have their threads, replies, mentions, cards and files', async () => {
  const { messages } = await readFiles(discordFiles());
  const sails = 'Who sails @**ben Sailor|2** in **the** *bay*? @**all** :seagull:';
  const quoted = `> @_**ann Sailor|1**: ${sails.replaceAll('@**', '@_**')}`;
  assert.deepEqual(messageLines(messages), [
    `1 imported from Discord: ${sails}`,
    `1 imported from Discord: ${quoted}\n\n@**ann Sailor|1** I do, and @annabel in #**general**\n[plan.txt](here)`,
    '1 imported from Discord: **[High water](https://tide.example)**\nat *noon*\n**m**: 4\ntides\n' +
      '[picture](https://tide.example/curve.png)\n\n[Table](https://tide.example/table)',
    '1 imported from Discord: > from\n> afar\n[map.png](here)',
    '1 imported from Discord: see https://tide.example/today <time:2023-05-01T10:00:00Z>',
    '1 rope: `a __b__` and >>> no',
    '1 rope (2): another rope',
    '2 imported from Discord: > one\n> two',
    'to 1,2: ahoy',
    'to 1,2: ahoy',
  ]);
  assert.deepEqual(
    messages.map(({ pin }) => pin),
    [{}, ...Array(9)],
  );
  assert.equal(messages[1]?.editedAt, Date.parse('2023-05-01T11:00:00Z') / 1000);
});

test('people have addresses, bots are bots, and deleted users are deactivated', async () => {
  const { directory } = await readFiles(discordFiles());
  const { accounts } = directory;
  assert.deepEqual(
    accounts.map(({ fullName, email, role, isActive, botType }) => [
      fullName,
      email,
      role,
      isActive,
      botType,
    ]),
    [
      ['ann Sailor', 'ann@ship.example', Role.owner, true, null],
      ['ben Sailor', '2@ship.example', Role.member, true, null],
      ['Deleted User', 'deleted_user_0a1b2c3d@discord.invalid', Role.member, false, null],
      ['tide Sailor', 'tide-bot@discord.invalid', Role.member, true, 1],
    ],
  );
  assert.deepEqual(
    directory.avatars.map(({ accountId }) => accountId),
    [2],
  );
});

test('all channels are private, with their writers and the owner as members', async () => {
  const { directory, subscriptions } = await readFiles(discordFiles());
  assert.deepEqual(
    directory.channels.map(({ name, description, isPrivate }) => [name, description, isPrivate]),
    [
      ['general', 'All "messages": [ here', true],
      ['general › key', '', true],
    ],
  );
  assert.deepEqual(subscriptions.map(({ accountId, channelId }) => [channelId, accountId]).sort(), [
    [1, 1],
    [1, 2],
    [1, 3],
    [1, 4],
    [2, 1],
  ]);
});

test('reactions use custom emoji with downloaded pictures, and the dry run lists what is missing', async () => {
  const { directory, reactions, counts } = await readFiles(discordFiles());
  assert.deepEqual(
    reactions.map(({ accountId, emojiName, reactionType }) => [accountId, emojiName, reactionType]),
    [
      [1, '+1', 'unicode_emoji'],
      [2, 'seagull', 'realm_emoji'],
    ],
  );
  assert.deepEqual(
    directory.emoji.map(({ name, file }) => [name, file?.name]),
    [['seagull', 'Ship - general [70].json_Files/SeaGull-1.png']],
  );
  assert.deepEqual(counts, {
    'reactions: the archive does not say who reacted': 2,
    'reactions: their emoji are not in the archive': 2,
    'files: they are missing from the archive': 1,
    'notices of joins, pins, threads and calls: they are system messages': 1,
    'roles and permissions: exports do not contain them; all channels were imported as private': 1,
    'polls and unused custom emoji: exports do not contain them': 1,
    'earlier versions of edited messages: exports contain only the last version': 1,
    'members of direct messages: exports name only people who wrote in them': 1,
  });
});

test('the owner is named by the id or user name of exactly one active person', async () => {
  const { addresses } = choices;
  const refused = (chosen: ImportChoices, reason: RegExp, files = discordFiles()) =>
    assert.rejects(readFiles(files, chosen), reason);
  await refused({ addresses }, /does not name administrators\. .* --owner/);
  await refused({ addresses, owner: 'none' }, /--owner names "none", who is not in the archive/);
  await refused({ addresses, owner: '4' }, /does not name administrators\. Choose an active person/);
  await refused({ addresses, owner: 'tide' }, /does not name administrators\. Choose an active person/);
  await refused({ owner: 'ann' }, /2 active people have no email address: ann \(1\), ben \(2\)\. Set/);
  const twin = channelFile({ id: '75', name: 'other' }, [wrote('1', { ...ben, id: '5', name: 'ann' }, 'x')]);
  await refused(
    choices,
    /--owner names "ann", but several people have this name. Use the ID of one of them: ann Sailor \(1\), ben Sailor \(5\)\.$/,
    { ...discordFiles(), 'other.json': twin },
  );
  const { account } = await readFiles({ ...discordFiles(), 'other.json': twin }, { ...choices, owner: '2' });
  assert.deepEqual([account('ann Sailor')?.role, account('ben Sailor')?.role], [Role.member, Role.owner]);
});

test('one of several servers is chosen, and the others are not imported', async () => {
  const files = discordFiles();
  const boat = { id: '8', name: 'Boat' };
  files['Boat.json'] = channelFile({ id: '80', name: 'deck' }, [wrote('1', ann, 'on deck')], boat);
  await assert.rejects(
    readFiles(files),
    /contains 2 servers; choose one with --team\. Found: "Boat" \(8\), "Ship" \(9\)\.$/,
  );
  await assert.rejects(readFiles(files, { ...choices, team: 'Raft' }), /no server "Raft"\. Found: /);
  const { directory, messages, counts } = await readFiles(files, { ...choices, team: '8' });
  assert.deepEqual(
    [directory.organization.name, directory.channels.map(({ name }) => name)],
    ['Boat', ['deck']],
  );
  assert.deepEqual(messageLines(messages), [
    '1 imported from Discord: on deck',
    'to 1,2: ahoy',
    'to 1,2: ahoy',
  ]);
  assert.equal(counts['channels: they belong to another server'], 4);
});

test('a channel that was exported in parts becomes one channel', async () => {
  const part = (id: string) => channelFile({ id: '70', name: 'general' }, [wrote(id, ann, `part ${id}`)]);
  const { directory, messages } = await readFiles({
    'a [part 1].json': part('1'),
    'a [part 2].json': part('2'),
  });
  assert.equal(directory.channels.length, 1);
  assert.deepEqual(
    messages.map(({ content }) => content),
    ['part 1', 'part 2'],
  );
});

test('unresolved mentions, roles, spoilers and names with common prefixes are read correctly', async () => {
  assert.equal(
    await text('<@2> <@!2> <@7> <@&5> <#70> <#71>'),
    '@**ben Sailor|2** @**ben Sailor|2** @unknown user @role #**general** #channel',
  );
  assert.equal(await text('@ben Sailors and a@ben Sailor'), '@ben Sailors and a@**ben Sailor|2**');
  assert.equal(await text('a @**all** b @_**x**'), 'a &#64;**all** b &#64;_**x**');
  assert.equal(await text('||secret|| -# small\n-# smaller'), '||secret|| -# small\nsmaller');
  assert.equal(await text('```js\n@ben Sailor __x__\n```'), '```js\n@ben Sailor __x__\n```');
  assert.equal(await text('<a:party:12345> <t:99999999999999:R>'), ':party: <t:99999999999999:R>');
});

test('ids and topics do not depend on the order of files in the archive', async () => {
  const one = await readFiles(discordFiles());
  const other = await readFiles(Object.fromEntries(Object.entries(discordFiles()).reverse()));
  const { accounts, channels } = one.directory;
  assert.deepEqual([other.directory.accounts, other.directory.channels], [accounts, channels]);
  assert.deepEqual(messageLines(other.messages), messageLines(one.messages));
});

test('archives with wrong types, truncation or endless nesting are read or rejected with a reason', async () => {
  await expectReadOrRefused(discord, discordFiles, choices);
  const general = JSON.stringify(discordFiles()['Ship - general [70].json']);
  await assert.rejects(
    readFiles({ 'a.json': general.replace('"stickers":[]', `"stickers":${DEEP}`) }),
    /nested too deeply/,
  );
  await assert.rejects(
    readFiles({ 'a.json': general.replace('2023-05-01T10:00:00', '99999-99-99') }),
    /a\.json, row 0: "timestamp" is not a valid time/,
  );
});
