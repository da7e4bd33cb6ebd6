// Archives of Discord, Rocket.Chat and Microsoft Teams: recognized, tried, imported, and resumed after kills.

import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { after, describe, test } from 'node:test';
import { ArchiveFolder } from '../../src/imports/archive/archive-folder.ts';
import { formatOf } from '../../src/imports/formats.ts';
import type { ImportChoices } from '../../src/imports/records/reader.ts';
import { freshDatabase, startTestServer } from '../support/server.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { ann, ben, channelFile, discordFiles, wrote } from './discord-archive.ts';
import { clientOf, importTarget, runImport } from './importing.ts';
import { importInProcess } from './killed-process.ts';
import { rocketChatFiles, sent as sentInRoom } from './rocket-chat-archive.ts';
import { type Files, lines, zipped } from './service-archives.ts';
import { sent as sentInTeam, teamsFiles } from './teams-archive.ts';

const dataDirectory = temporaryFolder();
const databaseUrl = await freshDatabase();
const server = await startTestServer({ isDemo: false, dataDirectory, databaseUrl });
const target = await importTarget(server);
after(() => target.close());
const storageFlags = ['--data', dataDirectory, ...(databaseUrl ? ['--database-url', databaseUrl] : [])];
/** Whether a restart of the machine can be detected; otherwise everything is repeated. */
const canResume = existsSync('/proc/sys/kernel/random/boot_id');

const MESSAGES = 1500;
const many = <T>(one: (at: number) => T): T[] => Array.from({ length: MESSAGES }, (_, at) => one(at));
/** More messages than one unit writes, each with a thread and a reaction. */
const more: Readonly<Record<string, () => Files>> = {
  discord: () => ({
    'more.json': channelFile(
      { id: '90', name: 'more' },
      many((at) =>
        wrote(`9${at}1`, at % 2 === 0 ? ann : ben, `message ${at}`, {
          reactions: [{ emoji: { id: '', name: '👍', code: 'thumbsup' }, count: 1, users: [ben] }],
        }),
      ),
    ),
  }),
  'rocket-chat': () => ({
    'rocketchat_message.json': lines(
      ...many((at) =>
        sentInRoom(`m${at}`, 'GENERAL', at % 2 === 0 ? 'ann' : 'ben', `message ${at}`, {
          ...(at > 0 && at % 5 === 0 ? { tmid: 'm0' } : {}),
          reactions: { ':thumbsup:': { usernames: ['ben'] } },
        }),
      ),
    ),
  }),
  teams: () => ({
    'more.json': many((at) =>
      sentInTeam(1000 + at, at % 2 === 0 ? 'Ann' : 'Ben', `message ${at}`, {
        replyToId: at > 0 && at % 5 === 0 ? String(1_682_935_200_000 + 1000) : null,
        reactions: [{ reactionType: 'like', user: { user: { id: '88cbf3c2-0810-4d32-aa19-863c12bf7be9' } } }],
      }),
    ),
  }),
};

const byId = { 1: 'ann@ship.example' };
const services: readonly (readonly [name: string, files: () => Files, ImportChoices, flags: string[]])[] = [
  [
    'discord',
    discordFiles,
    { owner: '1', addresses: { domain: 'ship.example', byId } },
    ['--owner', '1', '--missing-addresses', 'ship.example'],
  ],
  ['rocket-chat', rocketChatFiles, {}, []],
  ['teams', teamsFiles, {}, []],
];

/** The rows of an organization, without ids. */
async function writtenRows(organizationId: number) {
  const { db } = target.database.reader(organizationId);
  const messages = await db
    .selectFrom('message')
    .innerJoin('account', 'account.id', 'message.sender_id')
    .where('message.organization_id', '=', organizationId)
    .orderBy('message.id')
    .select(['account.full_name', 'message.content', 'message.sent_at'])
    .execute();
  const reactions = await db
    .selectFrom('reaction')
    .where('organization_id', '=', organizationId)
    .select(({ fn }) => fn.countAll().as('count'))
    .executeTakeFirstOrThrow();
  const withoutIds = (text: string) =>
    text.replaceAll(/\|\d+\*\*/g, '**').replaceAll(/\/user_uploads\/\d+\//g, '/user_uploads/');
  return {
    messages: messages.map((one) => ({ ...one, content: withoutIds(one.content) })),
    reactions: Number(reactions.count),
  };
}

for (const [at, [name, filesOf, choices, flags]] of services.entries())
  describe(`an archive of ${name}`, () => {
    const host = `${name}.example`;

    test('is recognized, checked with a list of skipped data, and imported', async () => {
      const path = await zipped(filesOf());
      const folder = await ArchiveFolder.open(path, temporaryFolder());
      assert.equal(formatOf(folder).name, name);
      await folder.close();
      const dryRun = await runImport(path, { ...target, host }, true, choices);
      assert.ok(dryRun.missing.length > 2);
      const report = await runImport(path, { ...target, host }, false, choices);
      assert.deepEqual(report.came, dryRun.came);
      // Pictures are decoded only when they are written.
      assert.deepEqual(report.missing.slice(0, dryRun.missing.length), dryRun.missing);
      assert.ok(await clientOf(server, target, report.organizationId ?? 0, 'ann@ship.example'));
      const { messages } = await writtenRows(report.organizationId ?? 0);
      assert.equal(messages.length, report.came.messages);
    });

    test('gives the same result if its import is killed twice', async () => {
      const path = await zipped({ ...filesOf(), ...more[name]?.() });
      const whole = await runImport(path, { ...target, host: `whole${at}.example` }, false, {
        ...choices,
        ...(choices.addresses && { addresses: { domain: 'ship.example' } }),
      });
      const args = [path, ...flags, '--host', `killed${at}.example`, '--json', ...storageFlags];
      const preparing = await importInProcess('preparing', ...args);
      assert.equal(preparing.signal, 'SIGKILL', preparing.err);
      const killedRun = await importInProcess('messages', ...args);
      assert.equal(killedRun.signal, 'SIGKILL', killedRun.err);
      const resumedRun = await importInProcess(undefined, ...args);
      assert.equal(resumedRun.status, 0, resumedRun.err);
      if (canResume) assert.doesNotMatch(resumedRun.err, /unpacking|preparing/);
      const { came, organizationId } = JSON.parse(resumedRun.out);
      assert.deepEqual(came, whole.came);
      assert.deepEqual(await writtenRows(organizationId), await writtenRows(whole.organizationId ?? 0));
      assert.deepEqual(await readdir(target.workFolder), []);
    });
  });
