// Stages for texts of other accounts: pending texts and descriptions. A mention of the erased person gets the
// anonymous name, because the old mention would resolve to no account when the text is sent.

import type { Selectable } from 'kysely';
import { limits } from '../../api-contract/limits.ts';
import { folderChanged } from '../../model/channel-folders/channel-folder-events.ts';
import { channelChanged } from '../../model/channels/channel-events.ts';
import { draftChanged } from '../../model/drafts/draft-events.ts';
import type { ErasedTexts } from '../../model/erasure/erased-texts.ts';
import { groupChanged } from '../../model/groups/group-events.ts';
import { reminderAdded, reminderRemoved } from '../../model/reminders/reminder-events.ts';
import { snippetChanged } from '../../model/saved-snippets/saved-snippet-events.ts';
import { scheduledMessageChanged } from '../../model/scheduled-messages/scheduled-message-events.ts';
import type { Writer } from '../../storage/reader-writer.ts';
import type { Schema } from '../../storage/schema.ts';
import { channelAudienceWith } from '../../stores/channels/channel-audience.ts';
import { readChannels } from '../../stores/channels/channel-store.ts';
import { readOrganization } from '../../stores/organizations/organization-store.ts';
import { unsubscribedViewersByChannel } from '../subscriptions/subscribe.ts';
import { mentionsPerson } from './person-patterns.ts';
import type { Portion, Stage } from './stage.ts';

type RowOf<T extends keyof Schema> = Selectable<Schema[T]>;

export const eraseInDrafts: Stage = async (portion) => {
  const { writer, texts } = portion;
  const rows = await rowsOf(portion, 'draft');
  for (const row of rows) {
    const after = { ...row, content: texts.markdown(row.content) };
    if (after.content === row.content) continue;
    await update(writer, 'draft', row.id, { content: after.content });
    writer.emit(draftChanged(row.account_id, after));
  }
  return lastOf(rows);
};

export const eraseInSnippets: Stage = async (portion) => {
  const { writer, texts } = portion;
  const rows = await rowsOf(portion, 'saved_snippet');
  for (const row of rows) {
    const after = { ...row, content: texts.markdown(row.content) };
    if (after.content === row.content) continue;
    await update(writer, 'saved_snippet', row.id, { content: after.content });
    writer.emit(snippetChanged(after));
  }
  return lastOf(rows);
};

export const eraseInScheduled: Stage = async (portion) => {
  const { writer, texts } = portion;
  const rows = await rowsOf(portion, 'scheduled_message');
  for (const row of rows) {
    const changes = changedText(row, texts);
    if (!changes) continue;
    await update(writer, 'scheduled_message', row.id, changes);
    writer.emit(scheduledMessageChanged({ ...row, ...changes }));
  }
  return lastOf(rows);
};

/** Clients have no event for a changed reminder: they get a removal and an addition. */
export const eraseInReminders: Stage = async (portion) => {
  const { writer, texts } = portion;
  const rows = await rowsOf(portion, 'reminder');
  for (const row of rows) {
    const changes = changedText(row, texts);
    if (!changes) continue;
    await update(writer, 'reminder', row.id, changes);
    writer.emit(reminderRemoved(row.account_id, row.id));
    writer.emit(reminderAdded({ ...row, ...changes }));
  }
  return lastOf(rows);
};

export const eraseInChannels: Stage = async ({ writer, erasure, texts }) => {
  const organization = await readOrganization(writer);
  const following = (await readChannels(writer)).filter(({ id }) => id > erasure.afterId);
  const all = following
    .sort((a, b) => a.id - b.id)
    .flatMap((channel) => {
      const change = changedDescription(channel, texts);
      return change ? [{ channel, change }] : [];
    })
    .slice(0, limits.erasedRowsPerUnit);
  const viewersByChannel = await unsubscribedViewersByChannel(
    writer,
    organization,
    all.map(({ channel }) => channel),
  );
  for (const { channel, change } of all) {
    await update(writer, 'channel', channel.id, change);
    const { description, rendered_description } = change;
    const audience = channelAudienceWith(channel, viewersByChannel.get(channel.id) ?? new Set());
    writer.emit(
      channelChanged(audience, channel, {
        property: 'description',
        value: description,
        rendered_description,
      }),
    );
  }
  return lastOf(all.map(({ channel }) => channel));
};

export const eraseInFolders: Stage = async (portion) => {
  const { writer, texts } = portion;
  const rows = await describedRows(portion, 'channel_folder');
  for (const row of rows) {
    const change = changedDescription(
      { description: row.description, renderedDescription: row.rendered_description },
      texts,
    );
    if (!change) continue;
    await update(writer, 'channel_folder', row.id, change);
    writer.emit(folderChanged(row.id, change));
  }
  return lastOf(rows);
};

export const eraseInGroups: Stage = async (portion) => {
  const { writer, texts } = portion;
  const rows = await describedRows(portion, 'user_group');
  for (const row of rows) {
    const description = texts.markdown(row.description);
    if (description === row.description) continue;
    await update(writer, 'user_group', row.id, { description });
    writer.emit(groupChanged({ id: row.id, isDeactivated: row.is_deactivated === 1 }, { description }));
  }
  return lastOf(rows);
};

/** Pending notices are texts of Parley's own, so the name is replaced wherever it occurs in them. */
export const eraseInNotices: Stage = async ({ writer, erasure, texts }) => {
  const rows = await writer.db
    .selectFrom('pending_notice')
    .select(['id', 'text'])
    .where('organization_id', '=', writer.organizationId)
    .where('id', '>', erasure.afterId)
    .orderBy('id')
    .limit(limits.erasedRowsPerUnit)
    .execute();
  for (const { id, text } of rows) {
    const after = texts.serviceText(texts.markdown(text));
    if (after !== text) await update(writer, 'pending_notice', id, { text: after });
  }
  return lastOf(rows);
};

/** The id after which the next portion begins; undefined when no rows were left. */
function lastOf(rows: readonly { readonly id: number }[]): number | undefined {
  return rows.at(-1)?.id;
}

type TextTable = 'draft' | 'saved_snippet' | 'scheduled_message' | 'reminder';

/** The next rows of a table that may mention the person. */
function rowsOf<T extends TextTable>(portion: Portion, table: T) {
  const { writer, erasure } = portion;
  return writer.db
    .selectFrom(table as TextTable)
    .selectAll(table as TextTable)
    .where('organization_id', '=', writer.organizationId)
    .where('id', '>', erasure.afterId)
    .where(mentionsPerson(portion, ['content']))
    .orderBy('id')
    .limit(limits.erasedRowsPerUnit)
    .execute() as Promise<RowOf<T>[]>;
}

function describedRows<T extends 'channel_folder' | 'user_group'>(portion: Portion, table: T) {
  const { writer, erasure } = portion;
  return writer.db
    .selectFrom(table as 'channel_folder')
    .selectAll()
    .where('organization_id', '=', writer.organizationId)
    .where('id', '>', erasure.afterId)
    .where(mentionsPerson(portion, ['description']))
    .orderBy('id')
    .limit(limits.erasedRowsPerUnit)
    .execute() as unknown as Promise<RowOf<T>[]>;
}

async function update(
  writer: Writer,
  table: TextTable | 'channel' | 'channel_folder' | 'user_group' | 'pending_notice',
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
  const content = texts.markdown(row.content);
  const rendered_content = texts.html(row.rendered_content);
  const isSame = content === row.content && rendered_content === row.rendered_content;
  return isSame ? undefined : { content, rendered_content };
}

function changedDescription(
  before: { readonly description: string; readonly renderedDescription: string },
  texts: ErasedTexts,
) {
  const description = texts.markdown(before.description);
  const rendered_description = texts.html(before.renderedDescription);
  const isSame = description === before.description && rendered_description === before.renderedDescription;
  return isSame ? undefined : { description, rendered_description };
}
