// Audits people added to or removed from channels by another account: one entry for each request, regardless
// of how many people.

import type { Account } from '../../model/accounts/account.ts';
import type { AuditKind } from '../../model/audit/audit-kinds.ts';
import type { Writer } from '../../storage/reader-writer.ts';
import { audit } from './audit.ts';

type Person = Pick<Account, 'id' | 'botOwnerId'>;

function soleId(ids: readonly number[]): number | undefined {
  return ids.length === 1 ? ids[0] : undefined;
}

/**
 * Records people who were added to or removed from channels, except those who did it themselves and bots
 * whose owners did.
 */
export async function auditSubscribers(
  writer: Writer,
  kind: Extract<AuditKind, 'subscribers_added' | 'subscribers_removed'>,
  people: ReadonlyMap<number, readonly Person[]>,
): Promise<void> {
  const { actor } = writer;
  const actingId = typeof actor === 'object' ? actor.accountId : undefined;
  const isOther = ({ id, botOwnerId }: Person) =>
    actingId === undefined || (id !== actingId && botOwnerId !== actingId);
  const others = [...people].filter(([, inChannel]) => inChannel.some(isOther));
  const channelIds = others.map(([id]) => id).sort((one, other) => one - other);
  const userIds = [
    ...new Set(others.flatMap(([, inChannel]) => inChannel.filter(isOther).map(({ id }) => id))),
  ];
  if (userIds.length === 0) return;
  userIds.sort((one, other) => one - other);
  const accountId = soleId(userIds);
  const channelId = soleId(channelIds);
  await audit(writer, {
    kind,
    ...(accountId !== undefined && { accountId }),
    ...(channelId !== undefined && { channelId }),
    details: { user_ids: userIds, stream_ids: channelIds },
  });
}
