// How much of an erasure one unit of work does: many rows of every kind, of which each unit processes a bounded number.

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { eraseNextPortion } from '../../src/actions/erasure/stages.ts';
import { MAIL_KIND } from '../../src/actions/outbox/mail-store.ts';
import { erasePerson } from '../../src/api/users/erasure.ts';
import { limits } from '../../src/api-contract/limits.ts';
import type { Keyring } from '../../src/model/accounts/credentials.ts';
import { Role } from '../../src/model/accounts/roles.ts';
import { ParleyDatabase } from '../../src/storage/database.ts';
import type { Writer } from '../../src/storage/reader-writer.ts';
import { accountById } from '../../src/stores/accounts/account-store.ts';
import { insertAccount } from '../../src/stores/accounts/insert-account.ts';
import { nextErasureOfPerson } from '../../src/stores/erasure/erasure-store.ts';
import { readOrganization } from '../../src/stores/organizations/organization-store.ts';
import { installSecrets } from '../../src/stores/sealed-column.ts';
import { newClient } from '../access/support.ts';
import { freshDatabase, startTestServer } from '../support/server.ts';
import { temporaryFolder } from '../support/temporary.ts';

const DEMO = 1;
const MENTIONS = 120;
const FIRST_COPY = 100_000;

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index);

/** The database of a closed server, so that its job does not continue the erasure. */
function openDatabaseOf({
  dataDirectory,
  databaseUrl,
}: {
  dataDirectory: string;
  databaseUrl: string | undefined;
}) {
  return ParleyDatabase.open({ url: databaseUrl, file: join(dataDirectory, 'parley.db') });
}

async function beginErasure(
  writer: Writer,
  keyring: Keyring,
  accountId: number,
  deletesFiles: boolean,
): Promise<void> {
  const account = await accountById(writer, accountId);
  assert.ok(account);
  const organization = await readOrganization(writer);
  await erasePerson({ writer, organization, keyring }, account, { deletesMessages: false, deletesFiles });
}

/** Copies a message that mentions the person, and one that does not, with consecutive ids. */
async function copyMessages(writer: Writer, mention: number, other: number): Promise<void> {
  const copies = async (id: number, first: number, count: number) =>
    writer.execute(
      `with recursive n(i) as (select 1 union all select i + 1 from n where i < ${count})
      insert into message (id, organization_id, conversation_id, channel_id, sender_id, client, content, rendered_content, sent_at,
        sequence, is_moved, has_edits, has_link, has_image, has_attachment, has_reaction, has_submessage, is_me_message,
        mentions_channel, mentions_topic, has_mention_row, is_read_by_sender)
      select ${first} + i, organization_id, conversation_id, channel_id, sender_id, client, content, rendered_content, sent_at,
        sequence, is_moved, has_edits, has_link, has_image, has_attachment, has_reaction, has_submessage, is_me_message,
        mentions_channel, mentions_topic, has_mention_row, is_read_by_sender from message, n where message.id = ${id}`,
      [],
    );
  await copies(mention, FIRST_COPY, MENTIONS);
  await copies(other, FIRST_COPY + MENTIONS, 2 * limits.erasureMessagesPerUnit);
}

async function fill(writer: Writer, accountId: number): Promise<void> {
  const own = { organization_id: DEMO, account_id: accountId };
  const rows = upTo(2 * limits.erasedRowsPerUnit);
  await writer.db
    .insertInto('personal_message')
    .values(rows.map((index) => ({ ...own, message_id: FIRST_COPY + 1 + index, flags: 1 })))
    .execute();
  await writer.db
    .insertInto('audit_entry')
    .values(
      rows.map(() => ({
        ...own,
        created_at: writer.now,
        kind: 'logged_in',
        is_command: 0,
        acting_account_id: null,
        channel_id: null,
        group_id: null,
        address: '192.0.2.1',
        times: 1,
        details: '{}',
      })),
    )
    .execute();
  const mia = await writer.db
    .selectFrom('account')
    .select('id')
    .where('email', 'like', 'mia@%')
    .executeTakeFirstOrThrow();
  const snippet = { organization_id: DEMO, account_id: mia.id, title: 'names', created_at: writer.now };
  await writer.db
    .insertInto('saved_snippet')
    .values(rows.map(() => ({ ...snippet, content: '@**much** there' })))
    .execute();
  const work = { organization_id: DEMO, kind: MAIL_KIND, due_at: writer.now, attempts: 0 };
  await writer.db
    .insertInto('outbox')
    .values({ ...work, payload: 'no JSON' })
    .execute();
  await writer.db
    .insertInto('attachment')
    .values(
      upTo(limits.erasedUploadsPerUnit + 1).map((index) => ({
        ...own,
        path_id: `1/00/${String(index).padStart(24, '0')}/note.txt`,
        name: 'note.txt',
        size: 1,
        content_type: 'text/plain',
        created_at: writer.now,
        image_width: null,
        image_height: null,
        is_animated: 0 as const,
        is_transcoded: 0 as const,
      })),
    )
    .execute();
  for (const index of upTo(limits.erasedEntriesPerUnit + 1))
    writer.emit({ type: '_changed', audience: { kind: 'nobody' }, payload: { index }, touches: {} });
}

/** The remaining rows by stage, with how many one unit may process. */
async function remainingRows(database: ParleyDatabase, accountId: number) {
  const { db } = database.reader(DEMO);
  const count = async (rows: Promise<unknown[]>) => (await rows).length;
  const inDemo = { organization_id: DEMO };
  const erasure = await nextErasureOfPerson(database.reader(DEMO));
  const { stage, afterId } = erasure ?? { stage: 'over', afterId: 0 };
  return {
    stage,
    afterId,
    mentions: await count(
      db
        .selectFrom('message')
        .select('id')
        .where('id', '>', FIRST_COPY)
        .where('content', 'like', '%**much%')
        .execute(),
    ),
    rows: await count(
      db.selectFrom('personal_message').select('message_id').where('account_id', '=', accountId).execute(),
    ),
    snippets: await count(
      db.selectFrom('saved_snippet').select('id').where('content', 'like', '%**much%').execute(),
    ),
    uploads: await count(
      db.selectFrom('attachment').select('id').where('account_id', '=', accountId).execute(),
    ),
    addresses: await count(
      db
        .selectFrom('audit_entry')
        .select('id')
        .where('account_id', '=', accountId)
        .where('address', 'is not', null)
        .execute(),
    ),
    entries: await count(
      db
        .selectFrom('event')
        .select('sequence')
        .where('organization_id', '=', inDemo.organization_id)
        .where('sequence', '>', stage === 'log' ? afterId : 0)
        .execute(),
    ),
  };
}

test('an owner of very many bots is erased', async (t) => {
  const dataDirectory = temporaryFolder();
  const storage = { dataDirectory, databaseUrl: await freshDatabase(), isDemo: true };
  const server = await startTestServer(storage);
  const person = await newClient(server, { key: 'keeper' });
  const mia = await server.as('mia');
  const id = await mia.sendToChannel('general', 'plums', '@**keeper** here');
  const { keyring } = server.server.services;
  await server.close();
  const database = await openDatabaseOf(storage);
  t.after(() => database.close());
  installSecrets(database, keyring);
  await database.write(DEMO, async (writer) => {
    for (const index of upTo(130))
      await insertAccount(writer, keyring, {
        email: `many-${index}-bot@example.com`,
        fullName: `Many ${index}`,
        role: Role.member,
        botType: 1,
        botOwnerId: person.userId,
      });
    await beginErasure(writer, keyring, person.userId, false);
  });
  while (await database.write(DEMO, eraseNextPortion));
  // Another server may have done the last portion.
  assert.equal(await database.write(DEMO, eraseNextPortion), false);
  const { db } = database.reader(DEMO);
  const names = await db
    .selectFrom('account')
    .select('full_name')
    .where('full_name', 'like', 'Many %')
    .execute();
  assert.deepEqual(names, []);
  const { content } = await db
    .selectFrom('message')
    .select('content')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  assert.equal(content, `@**Deleted user ${person.userId}|${person.userId}** here`);
});

test('bound erasureMessagesPerUnit erasureChangesPerUnit erasedRowsPerUnit erasedUploadsPerUnit erasedEntriesPerUnit: a unit of an erasure processes that many, and the next one continues', async (t) => {
  const dataDirectory = temporaryFolder();
  const storage = { dataDirectory, databaseUrl: await freshDatabase(), isDemo: true };
  const server = await startTestServer(storage);
  const person = await newClient(server, { key: 'much' });
  const mia = await server.as('mia');
  const mention = await mia.sendToChannel('general', 'plums', '@**much** here');
  const other = await mia.sendToChannel('general', 'plums', 'no name');
  const { keyring } = server.server.services;
  await server.close();
  const database = await openDatabaseOf(storage);
  t.after(() => database.close());
  installSecrets(database, keyring);
  await database.write(DEMO, async (writer) => {
    await copyMessages(writer, mention, other);
    await fill(writer, person.userId);
    await beginErasure(writer, keyring, person.userId, true);
  });

  const maxProcessed = {
    messages: 0,
    mentions: 0,
    rows: 0,
    snippets: 0,
    uploads: 0,
    addresses: 0,
    entries: 0,
  };
  let before = await remainingRows(database, person.userId);
  for (let isUnfinished = true; isUnfinished; ) {
    isUnfinished = await database.write(DEMO, eraseNextPortion);
    const after = await remainingRows(database, person.userId);
    for (const kind of ['mentions', 'rows', 'snippets', 'uploads', 'addresses'] as const)
      maxProcessed[kind] = Math.max(maxProcessed[kind], before[kind] - after[kind]);
    if (after.stage === 'messages' && before.stage === 'messages')
      maxProcessed.messages = Math.max(
        maxProcessed.messages,
        after.afterId - Math.max(before.afterId, FIRST_COPY),
      );
    if (after.stage === 'log' && before.stage === 'log')
      maxProcessed.entries = Math.max(maxProcessed.entries, before.entries - after.entries);
    before = after;
  }
  assert.deepEqual(maxProcessed, {
    messages: limits.erasureMessagesPerUnit,
    mentions: limits.erasureChangesPerUnit,
    rows: limits.erasedRowsPerUnit,
    snippets: limits.erasedRowsPerUnit,
    uploads: limits.erasedUploadsPerUnit,
    addresses: limits.erasedRowsPerUnit,
    entries: limits.erasedEntriesPerUnit,
  });
  const { mentions, rows, snippets, uploads, addresses } = before;
  assert.deepEqual(
    { mentions, rows, snippets, uploads, addresses },
    { mentions: 0, rows: 0, snippets: 0, uploads: 0, addresses: 0 },
  );
});
