// Erasing a person: the data that is removed, the data that others keep, and a search for anything that remains.

import assert from 'node:assert/strict';
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { sql } from 'kysely';
import { audit } from '../../src/actions/audit/audit.ts';
import { eraseNextPortion } from '../../src/actions/erasure/stages.ts';
import { queueMail } from '../../src/actions/outbox/mail-store.ts';
import { erasePerson } from '../../src/api/users/erasure.ts';
import { ErasePeopleJob } from '../../src/jobs/erase-people.ts';
import { Role } from '../../src/model/accounts/roles.ts';
import { ParleyDatabase } from '../../src/storage/database.ts';
import { accountById } from '../../src/stores/accounts/account-store.ts';
import { insertAccount } from '../../src/stores/accounts/insert-account.ts';
import { wasErased } from '../../src/stores/erasure/erased-identity-store.ts';
import { nextErasedPerson, nextErasureOfPerson } from '../../src/stores/erasure/erasure-store.ts';
import { readOrganization } from '../../src/stores/organizations/organization-store.ts';
import { installSecrets } from '../../src/stores/sealed-column.ts';
import { insertIdentity } from '../../src/stores/sign-in/identity-store.ts';
import { newClient, secondOrganization } from '../access/support.ts';
import type { ApiClient } from '../support/client.ts';
import { run } from '../support/command-line.ts';
import { expectFold } from '../support/fold.ts';
import { freshDatabase, startTestServer, type TestServer, testDatabaseUrl } from '../support/server.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { waitUntil } from '../support/waiting.ts';

const DEMO = 1;
const HOUR = 3600;
/** How far the server's clock is ahead, in seconds. */
const clock = { ahead: 0 };
const NAME = 'Quirina Zwetschge';
const OLD_NAME = 'Quirina Vogelsang';
const KEY = 'quirina.zwetschge';
const EMAIL = `${KEY}@example.com`;
const SUBJECT = 'subject-of-quirina';

/** A person who used most features. */
async function createBusyPerson(server: TestServer): Promise<{ person: ApiClient; bot: ApiClient }> {
  const olive = await server.as('olive');
  const mia = await server.as('mia');
  const person = await newClient(server, { key: KEY });
  const path = `/users/${person.userId}`;
  await olive.ok('PATCH', path, { full_name: OLD_NAME });
  await person.ok('PATCH', '/settings', { full_name: NAME, timezone: 'Europe/Vienna' });
  await person.ok('POST', '/users/me/subscriptions', { subscriptions: [{ name: 'general' }] });
  const { user_id, api_key } = await person.ok('POST', '/bots', {
    full_name: `${NAME} (bot)`,
    short_name: 'zwetschge',
  });
  const bot = server.client(`zwetschge-bot@x`, api_key, user_id);
  await person.ok('POST', '/users/me/status', { status_text: `${NAME} is here` });
  await person.ok('POST', '/users/me/alert_words', { alert_words: ['Zwetschge'] });
  await person.ok('POST', '/drafts', {
    drafts: [{ type: 'stream', to: [1], topic: 'x', content: `${NAME} writes`, timestamp: 1 }],
  });
  await person.ok('POST', '/saved_snippets', { title: NAME, content: EMAIL });
  await person.sendDirect([person.userId], `Notes of ${NAME}, ${EMAIL}`);
  await mia.ok('POST', '/drafts', {
    drafts: [
      { type: 'stream', to: [1], topic: 'x', content: `ask @**${NAME}|${person.userId}**`, timestamp: 2 },
    ],
  });
  const mention = await mia.sendToChannel(
    'general',
    'plums',
    `@**${NAME}** and @_**${OLD_NAME}|${person.userId}** again`,
  );
  await mia.ok('PATCH', `/messages/${mention}`, { content: `@**${NAME}** alone` });
  await person.ok('POST', `/messages/${mention}/reactions`, { emoji_name: 'smile' });
  await person.sendToChannel('general', 'plums', 'ripe');
  await server.server.services.database.write(DEMO, async (writer) => {
    await insertIdentity(writer, person.userId, { issuer: 'https://id.example.com', subject: SUBJECT });
    await queueMail(writer, { to: EMAIL, subject: 'hello', text: 'hello' });
  });
  return { person, bot };
}

/** Every column of the database that contains one of some texts: `table.column`. */
async function placesOf(server: TestServer, texts: readonly string[]): Promise<string[]> {
  const { database } = server.server.services;
  const { db, engine } = database.reader(DEMO);
  const columns =
    engine === 'sqlite'
      ? sql<{ t: string; c: string }>`select m.name as t, p.name as c from sqlite_schema m
          join pragma_table_info(m.name) p where m.type = 'table' and m.name not like '%_words%'`
      : sql<{ t: string; c: string }>`select table_name as t, column_name as c from information_schema.columns
          where table_schema = current_schema() and data_type = 'text'`;
  const { execute } = database.reader(DEMO);
  const columnsQuery = columns.compile(db as never);
  const found: string[] = [];
  for (const { t, c } of (await execute(columnsQuery.sql, columnsQuery.parameters)) as {
    t: string;
    c: string;
  }[]) {
    for (const text of texts) {
      const search = sql`select 1 from ${sql.table(t)} where lower(cast(${sql.ref(c)} as text)) like ${`%${text.toLowerCase()}%`} limit 1`;
      const { sql: statement, parameters } = search.compile(db as never);
      if ((await execute(statement, parameters)).length > 0) found.push(`${t}.${c}: ${text}`);
    }
  }
  return found;
}

async function filesWith(folder: string, texts: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const bytes = (await readFile(path)).toString('latin1').toLowerCase();
    for (const text of texts) if (bytes.includes(text.toLowerCase())) found.push(`${entry.name}: ${text}`);
  }
  return found;
}

const server = await startTestServer({ clock: () => Date.now() / 1000 + clock.ahead });
const [olive, adam, mia, gus] = await Promise.all([
  server.as('olive'),
  server.as('adam'),
  server.as('mia'),
  server.as('gus'),
]);

/** Erases a person completely. */
async function eraseCompletely(userId: number): Promise<void> {
  await olive.ok('POST', `/users/${userId}/erase`);
  await waitUntil(async () => !(await nextErasureOfPerson(server.server.services.database.reader(DEMO))));
}

describe('POST /users/{id}/erase', () => {
  test('no table contains data of the person, and clients follow', async () => {
    const { person, bot } = await createBusyPerson(server);
    const texts = [NAME, OLD_NAME, EMAIL, SUBJECT, 'Zwetschge'];
    assert.ok((await placesOf(server, texts)).length > 10);
    await olive.ok('POST', '/export/realm');
    await waitUntil(async () => {
      const { exports } = await olive.ok('GET', '/export/realm');
      return exports.every((one: { pending: boolean }) => !one.pending);
    });
    const lateMiaListener = await mia.registerQueue();
    await mia.sendToChannel('general', 'plums', `for @**${NAME}**`);
    const [oliveEvents = []] = await expectFold([olive, mia, gus], async () => {
      const { is_complete } = await olive.ok('POST', `/users/${person.userId}/erase`);
      if (!is_complete)
        await waitUntil(
          async () => !(await nextErasureOfPerson(server.server.services.database.reader(DEMO))),
        );
    });
    assert.deepEqual(await placesOf(server, texts), []);
    const { user } = await mia.ok('GET', `/users/${person.userId}`);
    assert.deepEqual(
      [user.full_name, user.is_active, user.is_deleted, user.timezone],
      [`Deleted user ${person.userId}`, false, true, ''],
    );
    assert.equal((await mia.ok('GET', `/users/${bot.userId}`)).user.full_name, `Deleted bot ${bot.userId}`);
    assert.ok(oliveEvents.some(({ person: one }) => one?.full_name === `Deleted user ${person.userId}`));
    assert.ok(oliveEvents.some(({ type, op }) => type === 'reaction' && op === 'remove'));
    const missedEvents = JSON.stringify(await lateMiaListener.events());
    assert.ok(missedEvents.includes(`@**Deleted user ${person.userId}|${person.userId}**`));
    assert.doesNotMatch(missedEvents, /Quirina|Zwetschge/i);
    const { exports } = await olive.ok('GET', '/export/realm');
    assert.ok(exports.every((one: { deleted_timestamp: number | null }) => one.deleted_timestamp !== null));
  });

  test('a mention links to the account, and search finds it by the new name only', async () => {
    const narrow = (word: string) => [{ operator: 'search', operand: word }];
    const find = async (word: string) =>
      (
        await mia.ok('GET', '/messages', {
          anchor: 'newest',
          num_before: 50,
          num_after: 0,
          narrow: narrow(word),
        })
      ).messages;
    assert.deepEqual(await find('Zwetschge'), []);
    const [found] = await find('Deleted');
    assert.match(found.content, /<span class="user-mention" data-user-id="\d+">@Deleted user \d+<\/span>/);
  });

  test('a direct message that mentions the person changes for its people, and for no one else', async () => {
    const person = await newClient(server, { key: 'mentioned-directly' });
    const id = await mia.sendDirect([gus.userId], 'ask @**mentioned-directly**');
    const listeners = await Promise.all(
      [mia, gus, adam].map((client) => client.registerQueue({ event_types: ['update_message'] })),
    );
    await eraseCompletely(person.userId);
    const eventLists = await Promise.all(listeners.map((listener) => listener.events()));
    const changedContent = `ask @**Deleted user ${person.userId}|${person.userId}**`;
    assert.deepEqual(
      eventLists.map((events) => events.map(({ message_id, content }) => [message_id, content])),
      [[[id, changedContent]], [[id, changedContent]], []],
    );
  });

  test('a name changes in a notice of Parley itself, and stays in the words of a person', async () => {
    const person = await newClient(server, { key: 'Noticed' });
    const sent = await Promise.all(['one', 'two'].map(() => mia.sendDirect([gus.userId], 'ask Noticed')));
    const [notice] = sent;
    await server.server.services.database.write(DEMO, async (writer) => {
      const bots = writer.db.selectFrom('account').select('id').where('is_system_bot', '=', 1);
      const bot = await bots.executeTakeFirstOrThrow();
      await writer.db
        .updateTable('message')
        .set({ sender_id: bot.id })
        .where('id', '=', Number(notice))
        .execute();
      const touches = { messages: [Number(notice)] };
      writer.emit({ type: '_changed', audience: { kind: 'nobody' }, payload: {}, touches });
    });
    await eraseCompletely(person.userId);
    const contents = await Promise.all(
      sent.map(
        async (id) => (await gus.ok('GET', `/messages/${id}`, { apply_markdown: false })).message.content,
      ),
    );
    assert.deepEqual(contents, [`ask Deleted user ${person.userId}`, 'ask Noticed']);
  });

  test('the provider’s identifier and the address are recognized again, as hashes', async () => {
    const reader = server.server.services.database.reader(DEMO);
    assert.equal(await wasErased(reader, EMAIL.toUpperCase()), true);
    const subject = { issuer: 'https://id.example.com', subject: SUBJECT };
    assert.equal(await wasErased(reader, 'else@example.com', subject), true);
    assert.equal(await wasErased(reader, 'else@example.com', { ...subject, subject: 'another' }), false);
  });

  test('a name that the erased person shared with another one keeps referring to the other', async () => {
    const person = await newClient(server, { key: 'namesake' });
    await person.ok('PATCH', '/settings', { full_name: 'Rosalind Plum' });
    const other = await newClient(server, { key: 'other-namesake' });
    await other.ok('PATCH', '/settings', { full_name: 'ROSALIND Plum' });
    const only = await newClient(server, { key: 'only-one' });
    await olive.ok('PATCH', `/users/${only.userId}`, { full_name: 'Jürgen Once' });
    await olive.ok('PATCH', `/users/${only.userId}`, { full_name: 'only-one' });
    const earlier = await mia.sendToChannel('general', 'plums', '@** JÜRGEN once ** was here');
    const text = `@**Rosalind Plum** @**Rosalind Plum|${person.userId}** @**ROSALIND Plum|${other.userId}** @**Only-One**`;
    const { saved_snippet_id: snippet } = await mia.ok('POST', '/saved_snippets', {
      title: 'names',
      content: text,
    });
    const id = await mia.sendToChannel('general', 'plums', text);
    for (const { userId } of [person, only]) await eraseCompletely(userId);
    const erasedMention = ({ userId }: ApiClient) => `@**Deleted user ${userId}|${userId}**`;
    const expected = `@**Rosalind Plum** ${erasedMention(person)} @**ROSALIND Plum|${other.userId}** ${erasedMention(only)}`;
    const { message } = await mia.ok('GET', `/messages/${id}`, { apply_markdown: false });
    assert.equal(message.content, expected);
    const { message: old } = await mia.ok('GET', `/messages/${earlier}`, { apply_markdown: false });
    assert.equal(old.content, `${erasedMention(only)} was here`);
    const { saved_snippets } = await mia.ok('GET', '/saved_snippets');
    assert.equal(saved_snippets.find((one: { id: number }) => one.id === snippet)?.content, expected);
  });

  test('channels and groups named like the person or their bot keep their names for clients that are behind', async () => {
    const person = await newClient(server, { key: 'rose' });
    await person.ok('POST', '/bots', { full_name: 'Deploy', short_name: 'deploy' });
    const first = await mia.registerQueue();
    const second = await mia.registerQueue();
    const id = await mia.sendToChannel('general', 'deploy', 'rose');
    await adam.ok('POST', `/messages/${id}/reactions`, { emoji_name: 'rose' });
    await mia.ok('PATCH', `/messages/${id}`, { topic: 'rose' });
    await mia.ok('PATCH', `/messages/${id}`, { content: 'deploy' });
    const { stream_id } = await olive.ok('GET', '/get_stream_id', { stream: 'general' });
    for (const new_name of ['Rose', 'general'])
      await olive.ok('PATCH', `/streams/${stream_id}`, { new_name });
    const before = await first.events();
    assert.ok(before.length >= 6);
    await eraseCompletely(person.userId);
    const after = await second.events();
    const ids = new Set(before.map((event) => event.id));
    assert.deepEqual(
      after.filter((event) => ids.has(event.id)),
      before,
    );
    assert.doesNotMatch(JSON.stringify(before), /Deleted/);
  });

  test('messages and files are deleted if chosen', async () => {
    const person = await newClient(server, { key: 'leaves-nothing' });
    await person.ok('POST', '/users/me/subscriptions', { subscriptions: [{ name: 'general' }] });
    const id = await person.sendToChannel('general', 'plums', 'gone');
    const direct = await person.sendDirect([mia.userId], 'gone too');
    const options = { delete_messages: true, delete_files: true };
    await olive.ok('POST', `/users/${person.userId}/erase`, options);
    for (const one of [id, direct])
      await waitUntil(async () => (await mia.request('GET', `/messages/${one}`)).status === 400);
  });

  test('is refused for the only owner, for bots, for one’s own account, by non-owners, and twice', async () => {
    const erase = (id: number) => `/users/${id}/erase`;
    await adam.refused(
      'POST',
      erase(mia.userId),
      {},
      'UNAUTHORIZED_PRINCIPAL',
      'Must be an organization owner',
    );
    await olive.refused(
      'POST',
      erase(olive.userId),
      {},
      'BAD_REQUEST',
      'You cannot erase your own account. Ask another owner or the operator.',
    );
    const helper = await server.as('helper');
    await olive.refused(
      'POST',
      erase(helper.userId),
      {},
      'BAD_REQUEST',
      'Only people can be erased. Deactivate the bot, or erase its owner.',
    );
    const person = await newClient(server, { key: 'twice-erased' });
    await olive.ok('POST', erase(person.userId));
    const before = 'The account was already erased.';
    await olive.refused('POST', erase(person.userId), {}, 'BAD_REQUEST', before);
    const refusalText = 'The account was erased and cannot be changed.';
    await olive.refused(
      'PATCH',
      `/users/${person.userId}`,
      { full_name: 'Back' },
      'BAD_REQUEST',
      refusalText,
    );
    const confirm = `/users/${person.userId}/email/confirmation`;
    await olive.refused('POST', confirm, {}, 'BAD_REQUEST', refusalText);
    const { user_ids: unconfirmed } = await olive.ok('GET', '/users/unconfirmed_emails');
    assert.ok(!unconfirmed.includes(person.userId));
    const back = 'The account was erased and cannot be reactivated.';
    await olive.refused('POST', `/users/${person.userId}/reactivate`, {}, 'BAD_REQUEST', back);
  });
});

describe('a batch that fails', () => {
  /** Runs the jobs when every failed erasure is due again. */
  const runLater = async () => {
    clock.ahead += HOUR;
    await server.server.scheduler.runDue();
  };
  const { database, keyring } = server.server.services;
  const isInProgress = async (organizationId: number) =>
    (await nextErasureOfPerson(database.reader(organizationId))) !== undefined;

  /** Writes an audit log entry that cannot be read until `mend` is called. */
  async function unreadableEntry(): Promise<{ mend(): Promise<void> }> {
    const change = (from: string, to: string) =>
      database.write(DEMO, async ({ db }) => {
        await db.updateTable('audit_entry').set({ details: to }).where('details', '=', from).execute();
      });
    const details = { old: 'an entry', new: 'to break' };
    await database.write(DEMO, (writer) => audit(writer, { kind: 'organization_setting_changed', details }));
    await change(JSON.stringify(details), '{');
    return { mend: () => change('{', '{}') };
  }

  test('does not change the answer, and the job continues', async () => {
    const person = await newClient(server, { key: 'halted' });
    const entry = await unreadableEntry();
    const { is_complete } = await olive.ok('POST', `/users/${person.userId}/erase`);
    assert.equal(is_complete, false);
    assert.equal((await mia.ok('GET', `/users/${person.userId}`)).user.is_deleted, true);
    assert.equal(await isInProgress(DEMO), true);
    await entry.mend();
    await runLater();
    assert.equal(await isInProgress(DEMO), false);
  });

  /** Begins the erasure of a person at a stage. */
  async function beginOne(accountId: number, stage = 'ordered'): Promise<void> {
    await database.write(DEMO, async (writer) => {
      const account = await accountById(writer, accountId);
      assert.ok(account);
      const choice = { deletesMessages: false, deletesFiles: false };
      await erasePerson({ writer, organization: await readOrganization(writer), keyring }, account, choice);
      const change = writer.db.updateTable('person_erasure').set({ stage });
      await change.where('account_id', '=', accountId).execute();
    });
  }

  test('is retried with increasing pauses, and does not hold up other erasures of the organization', async () => {
    const [failing, other] = [
      await newClient(server, { key: 'fails' }),
      await newClient(server, { key: 'goes-on' }),
    ];
    const setStage = (stage: string) =>
      database.write(DEMO, async ({ db }) => {
        const change = db.updateTable('person_erasure').set({ stage });
        await change.where('account_id', '=', failing.userId).execute();
      });
    await beginOne(failing.userId, 'of a later version');
    await beginOne(other.userId);
    const lines: unknown[] = [];
    const error = (fields: object) => void lines.push({ ...fields, error: undefined });
    const job = new ErasePeopleJob({ ...server.server.services, log: { error } });
    const never = new AbortController().signal;
    const moment = Date.now() / 1000;
    for (const seconds of [0, 4, 5, 34, 35]) await job.run(moment + seconds, never);
    const line = { organization: DEMO, account: failing.userId, error: undefined };
    assert.deepEqual(lines, [
      { ...line, attempts: 1, seconds: 5 },
      { ...line, attempts: 2, seconds: 30 },
      { ...line, attempts: 3, seconds: 120 },
    ]);
    assert.equal(await job.next(moment + 120), moment + 155);
    assert.equal(await nextErasedPerson(database.reader(DEMO)), failing.userId);
    assert.equal(await nextErasedPerson(database.reader(DEMO), [failing.userId]), undefined);
    await setStage('ordered');
    await runLater();
    assert.equal(await isInProgress(DEMO), false);
  });

  test('does not stop the job for other organizations', async () => {
    const person = await newClient(server, { key: 'halted-again' });
    const elsewhere = await secondOrganization(server);
    const row = await database
      .reader(0)
      .db.selectFrom('account')
      .select('organization_id as id')
      .where('id', '=', elsewhere.userId)
      .executeTakeFirstOrThrow();
    const entry = await unreadableEntry();
    await olive.ok('POST', `/users/${person.userId}/erase`);
    await database.write(row.id, async (writer) => {
      const account = { email: 'mel@elsewhere.example', fullName: 'Mel', role: Role.member };
      const other = await accountById(writer, await insertAccount(writer, keyring, account));
      assert.ok(other);
      const organization = await readOrganization(writer);
      const choice = { deletesMessages: false, deletesFiles: false };
      await erasePerson({ writer, organization, keyring }, other, choice);
    });
    await server.server.scheduler.runDue();
    assert.deepEqual([await isInProgress(DEMO), await isInProgress(row.id)], [true, false]);
    await entry.mend();
    await runLater();
    assert.equal(await isInProgress(DEMO), false);
  });
});

test('an erasure is done in batches, and continues after a restart', async () => {
  const dataDirectory = temporaryFolder();
  const storage = { dataDirectory, databaseUrl: await freshDatabase(), isDemo: true };
  const first = await startTestServer(storage);
  const person = await newClient(first, { key: 'interrupted' });
  const other = await first.as('mia');
  const id = await other.sendToChannel('general', 'plums', '@**interrupted** here');
  const { database, keyring } = first.server.services;
  await first.close();
  const closedDatabase = await ParleyDatabase.open({
    url: storage.databaseUrl,
    file: join(dataDirectory, 'parley.db'),
  });
  installSecrets(closedDatabase, keyring);
  await closedDatabase.write(DEMO, async (writer) => {
    const account = await accountById(writer, person.userId);
    assert.ok(account);
    const organization = await readOrganization(writer);
    const choice = { deletesMessages: false, deletesFiles: false };
    await erasePerson({ writer, organization, keyring }, account, choice);
  });
  assert.equal(await closedDatabase.write(DEMO, eraseNextPortion), true);
  await closedDatabase.close();
  assert.ok(database);
  const second = await startTestServer(storage);
  const reader = second.server.services.database.reader(DEMO);
  await waitUntil(async () => !(await nextErasureOfPerson(reader)));
  const clientAtSecond = second.client(other.email, other.apiKey);
  const { message } = await clientAtSecond.ok('GET', `/messages/${id}`, { apply_markdown: false });
  assert.equal(message.content, `@**Deleted user ${person.userId}|${person.userId}** here`);
});

test('no file of the data directory contains data of the person', async (t) => {
  if (testDatabaseUrl) return t.skip('PostgreSQL keeps its files elsewhere');
  const dataDirectory = temporaryFolder();
  const own = await startTestServer({ dataDirectory });
  const { person } = await createBusyPerson(own);
  await (await own.as('olive')).ok('POST', `/users/${person.userId}/erase`);
  await waitUntil(async () => !(await nextErasureOfPerson(own.server.services.database.reader(DEMO))));
  await own.close();
  const compacted = await run('database', 'compact', '--data', dataDirectory);
  assert.deepEqual([compacted.status, compacted.err], [0, '']);
  // Without a mail server, mails are files that no server reads again.
  await rm(join(dataDirectory, 'mail'), { recursive: true, force: true });
  assert.deepEqual(await filesWith(dataDirectory, [NAME, OLD_NAME, EMAIL, SUBJECT]), []);
});
