// Stores notices from the unit of work that makes a change until the one that sends them.

import { parseIds } from '../../model/id-column.ts';
import type { Notice } from '../../model/pending-notices/notice.ts';
import { preparedRead } from '../../storage/prepared.ts';
import type { Reader, Writer } from '../../storage/reader-writer.ts';
import type { Row } from '../../storage/schema.ts';

export type PendingNoticeRow = Row<'pending_notice'>;

/** How long the request that made a change has for sending its notices before a job does. */
const GRACE_SECONDS = 10;
/** Recipients per unit of work, so that a large group does not delay others. */
const SLICE = 100;

const earliest = preparedRead<Record<never, never>>()((db) =>
  db
    .selectFrom('pending_notice')
    .innerJoin('organization', 'organization.id', 'pending_notice.organization_id')
    .select('due_at')
    .where('is_deactivated', '=', 0)
    .orderBy('due_at')
    .limit(1),
);
const dueBy = preparedRead<{ now: number; limit: number }>()((db, p) =>
  db
    .selectFrom('pending_notice')
    .innerJoin('organization', 'organization.id', 'pending_notice.organization_id')
    .selectAll('pending_notice')
    .where('due_at', '<=', p.now)
    .where('is_deactivated', '=', 0)
    .orderBy('due_at')
    .orderBy('pending_notice.id')
    .limit(p.limit),
);
const byId = preparedRead<{ id: number; organization: number }>()((db, p) =>
  db
    .selectFrom('pending_notice')
    .selectAll()
    .where('id', '=', p.id)
    .where('organization_id', '=', p.organization),
);

/** The origin of notices. */
export interface NoticeCause {
  /** The account that made the change. */
  readonly actorId: number;
  /** The organization's address as the actor reached it. */
  readonly organizationUrl: string;
}

/** Stores notices in the unit of work that makes the change, in the order in which they are to be sent. */
export async function insertNotices(
  writer: Writer,
  { actorId, organizationUrl }: NoticeCause,
  notices: readonly Notice[],
): Promise<PendingNoticeRow[]> {
  const rows = notices.map(({ to, text, bot = 'notification', kind = 'ordinary' }) => ({
    organization_id: writer.organizationId,
    bot,
    kind,
    channel_id: 'channelId' in to ? to.channelId : null,
    topic: 'channelId' in to ? to.topic : '',
    recipient_ids: JSON.stringify('channelId' in to ? [] : to.recipientIds),
    actor_id: actorId,
    text,
    organization_url: organizationUrl,
    due_at: writer.now + GRACE_SECONDS,
  }));
  if (rows.length === 0) return [];
  const inserted = await writer.db.insertInto('pending_notice').values(rows).returningAll().execute();
  return inserted.sort((a, b) => a.id - b.id);
}

/** When the next notice of any active organization is due. */
export async function nextNotice(reader: Reader): Promise<number | undefined> {
  return (await earliest.first(reader, {}))?.due_at;
}

/** Due notices of all active organizations, oldest first. */
export function dueNotices(reader: Reader, now: number, limit: number): Promise<PendingNoticeRow[]> {
  return dueBy.all(reader, { now: Math.floor(now), limit });
}

/** The part of a notice that one unit of work sends. */
export interface NoticePart {
  /** Empty for channels. */
  readonly recipientIds: readonly number[];
  /** Whether recipients are left for another unit of work. */
  readonly remains: boolean;
}

/** Removes and returns the next part of a notice; undefined if nothing is left of it. */
export async function takeNoticePart(writer: Writer, id: number): Promise<NoticePart | undefined> {
  const row = await byId.first(writer, { id, organization: writer.organizationId });
  if (!row) return undefined;
  const recipientIds = parseIds(row.recipient_ids);
  const rest = recipientIds.slice(SLICE);
  if (rest.length === 0) await writer.db.deleteFrom('pending_notice').where('id', '=', id).execute();
  else {
    const changes = { recipient_ids: JSON.stringify(rest) };
    await writer.db.updateTable('pending_notice').set(changes).where('id', '=', id).execute();
  }
  return { recipientIds: recipientIds.slice(0, SLICE), remains: rest.length > 0 };
}
