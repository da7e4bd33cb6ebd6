// The stage for texts that others keep: what waits to be sent, and descriptions. A mention of the person gets the anonymous name
// there too, or it would lead nowhere when it is sent.

import type { Selectable } from 'kysely';
import { folderChanged } from '../../model/channel-folders/events.ts';
import { channelChanged } from '../../model/channels/events.ts';
import { draftChanged } from '../../model/drafts/events.ts';
import type { ErasedTexts } from '../../model/erasure/erased-texts.ts';
import { groupChanged } from '../../model/groups/events.ts';
import { reminderAdded, reminderRemoved } from '../../model/reminders/events.ts';
import { snippetChanged } from '../../model/saved-snippets/events.ts';
import { scheduledMessageChanged } from '../../model/scheduled-messages/events.ts';
import type { Schema } from '../../storage/schema.ts';
import type { Writer } from '../../storage/session.ts';
import { audienceWith } from '../../stores/channels/audience.ts';
import { readChannels } from '../../stores/channels/store.ts';
import { readOrganization } from '../../stores/organizations/store.ts';
import { knowersByChannel } from '../subscriptions/subscribe.ts';
import type { Portion } from './stage.ts';

/** What may hold a mention. */
const MENTION = '%**%';

type RowOf<T extends keyof Schema> = Selectable<Schema[T]>;

type Look = (writer: Writer, texts: ErasedTexts) => Promise<void>;

const drafts: Look = async (writer, texts) => {
  for (const row of await rowsOf(writer, 'draft')) {
    const after = { ...row, content: texts.source(row.content) };
    if (after.content === row.content) continue;
    await keep(writer, 'draft', row.id, { content: after.content });
    writer.emit(draftChanged(row.account_id, after));
  }
};

const snippets: Look = async (writer, texts) => {
  for (const row of await rowsOf(writer, 'saved_snippet')) {
    const after = { ...row, content: texts.source(row.content) };
    if (after.content === row.content) continue;
    await keep(writer, 'saved_snippet', row.id, { content: after.content });
    writer.emit(snippetChanged(after));
  }
};

const scheduled: Look = async (writer, texts) => {
  for (const row of await rowsOf(writer, 'scheduled_message')) {
    const changes = changedText(row, texts);
    if (!changes) continue;
    await keep(writer, 'scheduled_message', row.id, changes);
    writer.emit(scheduledMessageChanged({ ...row, ...changes }));
  }
};

/** Clients know no change of a reminder: they are told that it went and came. */
const reminders: Look = async (writer, texts) => {
  for (const row of await rowsOf(writer, 'reminder')) {
    const changes = changedText(row, texts);
    if (!changes) continue;
    await keep(writer, 'reminder', row.id, changes);
    writer.emit(reminderRemoved(row.account_id, row.id));
    writer.emit(reminderAdded({ ...row, ...changes }));
  }
};

const channels: Look = async (writer, texts) => {
  const organization = await readOrganization(writer);
  const all = (await readChannels(writer)).flatMap((channel) => {
    const change = changedDescription(channel, texts);
    return change ? [{ channel, change }] : [];
  });
  const knowers = await knowersByChannel(
    writer,
    organization,
    all.map(({ channel }) => channel),
  );
  for (const { channel, change } of all) {
    await keep(writer, 'channel', channel.id, change);
    const { description, rendered_description } = change;
    const audience = audienceWith(channel, knowers.get(channel.id) ?? new Set());
    writer.emit(channelChanged(audience, channel, ['description', description], { rendered_description }));
  }
};

const folders: Look = async (writer, texts) => {
  for (const row of await describedRows(writer, 'channel_folder')) {
    const change = changedDescription(
      { description: row.description, renderedDescription: row.rendered_description },
      texts,
    );
    if (!change) continue;
    await keep(writer, 'channel_folder', row.id, change);
    writer.emit(folderChanged(row.id, change));
  }
};

const groups: Look = async (writer, texts) => {
  for (const row of await describedRows(writer, 'user_group')) {
    const description = texts.source(row.description);
    if (description === row.description) continue;
    await keep(writer, 'user_group', row.id, { description });
    writer.emit(groupChanged({ id: row.id, isDeactivated: row.is_deactivated === 1 }, { description }));
  }
};

/** What the service is still to say: its own words, so that the name goes wherever it stands. */
const notices: Look = async (writer, texts) => {
  const rows = await writer.db
    .selectFrom('pending_notice')
    .select(['id', 'text'])
    .where('organization_id', '=', writer.organizationId)
    .execute();
  for (const { id, text } of rows) {
    const after = texts.ofService(texts.source(text));
    if (after !== text) await keep(writer, 'pending_notice', id, { text: after });
  }
};

const looks: readonly Look[] = [drafts, snippets, scheduled, reminders, channels, folders, groups, notices];

/** One table after the other. */
export async function eraseInTexts({ writer, erasure, texts }: Portion): Promise<number | undefined> {
  await looks[erasure.afterId]?.(writer, texts);
  return erasure.afterId + 1 < looks.length ? erasure.afterId + 1 : undefined;
}

type Written = 'draft' | 'saved_snippet' | 'scheduled_message' | 'reminder';

function rowsOf<T extends Written>(writer: Writer, table: T) {
  return writer.db
    .selectFrom(table as Written)
    .selectAll(table as Written)
    .where('organization_id', '=', writer.organizationId)
    .where('content', 'like', MENTION)
    .execute() as Promise<RowOf<T>[]>;
}

function describedRows<T extends 'channel_folder' | 'user_group'>(writer: Writer, table: T) {
  return writer.db
    .selectFrom(table as 'channel_folder')
    .selectAll()
    .where('organization_id', '=', writer.organizationId)
    .where('description', 'like', MENTION)
    .execute() as unknown as Promise<RowOf<T>[]>;
}

async function keep(
  writer: Writer,
  table: Written | 'channel' | 'channel_folder' | 'user_group' | 'pending_notice',
  id: number,
  changes: Readonly<Record<string, string>>,
): Promise<void> {
  await writer.db
    .updateTable(table as 'draft')
    .set(changes)
    .where('id', '=', id)
    .execute();
}

function changedText(
  row: { readonly content: string; readonly rendered_content: string },
  texts: ErasedTexts,
) {
  const content = texts.source(row.content);
  const rendered_content = texts.html(row.rendered_content);
  const isSame = content === row.content && rendered_content === row.rendered_content;
  return isSame ? undefined : { content, rendered_content };
}

function changedDescription(
  before: { readonly description: string; readonly renderedDescription: string },
  texts: ErasedTexts,
) {
  const description = texts.source(before.description);
  const rendered_description = texts.html(before.renderedDescription);
  const isSame = description === before.description && rendered_description === before.renderedDescription;
  return isSame ? undefined : { description, rendered_description };
}
