// Who has read a message, derived from the read states of its recipients; no receipts are stored.

import { FlagBit } from '../../model/messages/message-flags.ts';
import { preparedRead } from '../../storage/prepared.ts';
import type { Reader } from '../../storage/reader-writer.ts';
import { peopleOf } from '../conversations/conversation-store.ts';
import { readFactsOf } from './message-read-facts.ts';

const subscribersAt = preparedRead<{ channel: number; sequence: number }>()((db, p) =>
  db
    .selectFrom('subscription_period')
    .select('account_id')
    .where('channel_id', '=', p.channel)
    .where('from_sequence', '<=', p.sequence)
    .where((e) => e.or([e('to_sequence', 'is', null), e('to_sequence', '>', p.sequence)])),
);
const inactiveAt = preparedRead<{ organization: number; sequence: number }>()((db, p) =>
  db
    .selectFrom('account_period as before')
    .select('before.account_id')
    .where('before.organization_id', '=', p.organization)
    .where('before.to_sequence', '<=', p.sequence)
    .where((e) =>
      e.not(
        e.exists(
          e
            .selectFrom('account_period as later')
            .select('later.account_id')
            .whereRef('later.account_id', '=', 'before.account_id')
            .whereRef('later.from_sequence', '>', 'before.from_sequence')
            .where('later.from_sequence', '<=', p.sequence),
        ),
      ),
    ),
);
const holdersOf = preparedRead<{ message: number }>()((db, p) =>
  db.selectFrom('personal_message').select(['account_id', 'flags']).where('message_id', '=', p.message),
);
const basesOf = preparedRead<{ organization: number; id: number }>()((db, p) =>
  db
    .selectFrom('account')
    .select('id')
    .where('organization_id', '=', p.organization)
    .where('read_base', '>=', p.id),
);

async function subscribersOf(reader: Reader, channel: number, sequence: number): Promise<Set<number>> {
  return new Set((await subscribersAt.all(reader, { channel, sequence })).map((row) => row.account_id));
}

async function withoutInactive(
  reader: Reader,
  ids: Iterable<number>,
  sequence: number,
): Promise<Set<number>> {
  const result = new Set(ids);
  const inactive = await inactiveAt.all(reader, { organization: reader.organizationId, sequence });
  for (const row of inactive) result.delete(row.account_id);
  return result;
}

/**
 * The accounts for which a message is read, among those that received it when it was sent or added it to
 * their history later. Empty for a message that does not exist.
 */
export async function accountsThatRead(reader: Reader, messageId: number): Promise<Set<number>> {
  const facts = await readFactsOf(reader, messageId);
  if (!facts) return new Set();
  const { head, marks, exceptions } = facts;
  const arrivals =
    facts.arrivals.get(head.id) ??
    (head.channel_id === null ? [] : [{ channel_id: head.channel_id, sequence: head.sequence }]);
  const receiverSets: Set<number>[] = [];
  for (const { channel_id, sequence } of [...arrivals].sort((a, b) => a.sequence - b.sequence)) {
    receiverSets.push(await subscribersOf(reader, channel_id, sequence));
  }
  const first = await withoutInactive(
    reader,
    receiverSets[0] ?? peopleOf(head.direct_key ?? ''),
    head.sequence,
  );
  const bases = await basesOf.all(reader, { organization: reader.organizationId, id: head.id });
  const readByBase = new Set(bases.map((row) => row.id));
  const result = new Set<number>();
  for (const id of first) {
    const mark = marks.get(id);
    const isRead =
      exceptions.get(id) ??
      (head.arrives_read === 1 ||
        receiverSets.some((set) => !set.has(id)) ||
        (mark === undefined ? readByBase.has(id) : head.id <= mark));
    if (isRead) result.add(id);
  }
  for (const { account_id: id, flags } of await holdersOf.all(reader, { message: head.id })) {
    if ((flags & FlagBit.historical) === 0) continue;
    if (!first.has(id) && exceptions.get(id) !== false) result.add(id);
  }
  return result;
}
