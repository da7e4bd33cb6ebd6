// Erasing a person renames the mentions of them in the texts that others have stored, and in no other text.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nextErasureOfPerson } from '../../src/stores/erasure/erasure-store.ts';
import { newClient } from '../access/support.ts';
import { expectFold } from '../support/fold.ts';
import { startTestServer } from '../support/server.ts';
import { farFuture, waitUntil } from '../support/waiting.ts';

const NAME = 'Quirina';

const server = await startTestServer();
const [olive, mia] = await Promise.all([server.as('olive'), server.as('mia')]);
const { stream_id: general } = await mia.ok('GET', '/get_stream_id', { stream: 'general' });
const message = await mia.sendToChannel('general', 'plums', 'ripe');

/** Stores a text wherever a person's mention is renamed. `mark` makes the names of things unique. */
async function storeEverywhere(text: string, mark: string): Promise<void> {
  const due = farFuture();
  const draft = { type: 'stream', to: [general], topic: mark, content: text, timestamp: 1 };
  await mia.ok('POST', '/drafts', { drafts: [draft] });
  await mia.ok('POST', '/saved_snippets', { title: mark, content: text });
  await mia.ok('POST', '/scheduled_messages', {
    type: 'channel',
    to: general,
    topic: mark,
    content: text,
    scheduled_delivery_timestamp: due,
  });
  await mia.ok('POST', '/reminders', { message_id: message, scheduled_delivery_timestamp: due, note: text });
  await olive.ok('POST', '/channels/create', {
    name: mark,
    description: text,
    subscribers: [olive.userId, mia.userId],
  });
  await olive.ok('POST', '/channel_folders/create', { name: mark, description: text });
  await olive.ok('POST', '/user_groups/create', { name: mark, description: text, members: [] });
}

/** Every stored text that `storeEverywhere` wrote, with its HTML, as clients read them. */
async function storedTexts(): Promise<Record<string, string[]>> {
  const { drafts } = await mia.ok('GET', '/drafts');
  const { saved_snippets } = await mia.ok('GET', '/saved_snippets');
  const { scheduled_messages } = await mia.ok('GET', '/scheduled_messages');
  const { reminders } = await mia.ok('GET', '/reminders');
  const { streams } = await mia.ok('GET', '/streams');
  const { channel_folders } = await mia.ok('GET', '/channel_folders');
  const { user_groups } = await mia.ok('GET', '/user_groups');
  const contents = (rows: { content: string; rendered_content?: string }[]) =>
    rows.map(({ content, rendered_content = '' }) => content + rendered_content);
  const descriptions = (rows: { name: string; description: string; rendered_description?: string }[]) =>
    rows
      .filter(({ name }) => name.startsWith('erased-'))
      .map(({ description, rendered_description = '' }) => description + rendered_description);
  return {
    drafts: contents(drafts),
    snippets: contents(saved_snippets),
    scheduled: contents(scheduled_messages),
    reminders: contents(reminders),
    channels: descriptions(streams),
    folders: descriptions(channel_folders),
    groups: descriptions(user_groups),
  };
}

/** Events about stored texts. */
const ABOUT_TEXTS =
  /^(?:drafts|saved_snippets|scheduled_messages|reminders|stream|channel_folder|user_group)$/;

test('mentions in stored texts are renamed, each with one event, and other texts cause none', async () => {
  const person = await newClient(server, { key: NAME });
  const { userId } = person;
  await storeEverywhere(`ask @**${NAME}|${userId}**`, 'erased-mentioned');
  // This is no mention, although it has the name between asterisks.
  await storeEverywhere(`**about ${NAME}** and **others**`, 'erased-named');
  // Once another person has the name, this means them, but its HTML still has the id of the erased one.
  await storeEverywhere(`ask @**${NAME}**`, 'erased-ambiguous');
  const namesake = await newClient(server, { key: 'namesake' });
  await namesake.ok('PATCH', '/settings', { full_name: NAME.toUpperCase() });
  const before = await storedTexts();
  const [miaEvents = []] = await expectFold([mia, olive], async () => {
    await olive.ok('POST', `/users/${userId}/erase`);
    await waitUntil(async () => !(await nextErasureOfPerson(server.server.services.database.reader(1))));
  });
  const renamed = (text: string) =>
    text
      .replaceAll(`@**${NAME}|${userId}**`, `@**Deleted user ${userId}|${userId}**`)
      .replace(new RegExp(`(data-user-id="${userId}">@?)${NAME}<`), `$1Deleted user ${userId}<`);
  const after = await storedTexts();
  assert.deepEqual(
    after,
    Object.fromEntries(Object.entries(before).map(([kind, texts]) => [kind, texts.map(renamed)])),
  );
  const changedTexts = Object.entries(after).map(([kind, texts]) => [
    kind,
    texts.filter((text) => text.includes('Deleted user')).length,
  ]);
  // Drafts, snippets and groups have no stored HTML.
  assert.deepEqual(Object.fromEntries(changedTexts), {
    drafts: 1,
    snippets: 1,
    scheduled: 2,
    reminders: 2,
    channels: 2,
    folders: 2,
    groups: 1,
  });
  assert.deepEqual(
    miaEvents
      .filter(({ type, op }) => ABOUT_TEXTS.test(type) && !op.startsWith('peer'))
      .map(({ type, op }) => `${type} ${op}`),
    [
      'drafts update',
      'saved_snippets update',
      ...Array(2).fill('scheduled_messages update'),
      ...Array(2).fill(['reminders remove', 'reminders add']).flat(),
      ...Array(2).fill('stream update'),
      ...Array(2).fill('channel_folder update'),
      'user_group update',
    ],
  );
});
