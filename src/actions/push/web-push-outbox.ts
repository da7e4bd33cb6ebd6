// What is to be carried to browsers and apps by Web Push, on its way: rows of the outbox for one person each, who may have
// chosen a slow service. They name messages, and what a message says is read when it is sent.

import { sql } from 'kysely';
import { badRequest } from '../../contract/error.ts';
import { limits } from '../../contract/limits.ts';
import { idsOf, preparedRead, textsOf } from '../../storage/prepared.ts';
import type { Writer } from '../../storage/session.ts';
import { queueWorkFor, receiverOf } from '../outbox/store.ts';

/** The kind of such rows in the outbox. */
export const WEB_PUSH_KIND = 'web-push';

/** What is told. */
type Told =
  | { readonly type: 'message'; readonly messageId: number }
  | { readonly type: 'remove'; readonly messageIds: readonly number[] }
  | { readonly type: 'test' };

/** What is told to a person. */
export type WebPushWork = Told & {
  readonly accountId: number;
  /** When that was, in seconds; after hours nobody wants to hear of it. */
  readonly queuedAt: number;
  /** The subscriptions that it is for; all unless given. */
  readonly only?: readonly number[];
  /** Until when the push services of some of them want to be left alone, by subscription. */
  readonly notBefore?: Readonly<Record<number, number>>;
};

/** Rows that one statement inserts. */
const ROWS_AT_ONCE = 500;

/** Those of some people who have a subscription: where `removals` is 1, one that takes those. */
const subscribed = preparedRead<{ ids: string; removals: number }>()((db, p, engine) =>
  db
    .selectFrom('web_push_subscription')
    .select('account_id')
    .distinct()
    .where('account_id', 'in', idsOf(engine, p.ids))
    .where('takes_removals', '>=', p.removals),
);
const crowded = preparedRead<{ receivers: string; most: number }>()((db, p, engine) =>
  db
    .selectFrom('outbox')
    .select('receiver')
    .where('kind', '=', WEB_PUSH_KIND)
    // The index is on these alone.
    .where(sql<boolean>`receiver <> ''`)
    .where('receiver', 'in', textsOf(engine, p.receivers))
    .groupBy('receiver')
    .having(sql<boolean>`count(*) >= ${p.most}`),
);

/** Those of some receivers for whom too much waits already. */
async function fullAmong(writer: Writer, receivers: readonly string[]): Promise<ReadonlySet<string>> {
  const most = limits.webPushesWaitingPerAccount;
  const rows = await crowded.all(writer, { receivers: JSON.stringify(receivers), most });
  return new Set(rows.map(({ receiver }) => receiver));
}

/** Queues the same for some people; for whom too much waits already, nothing. Gives for how many it was queued. */
async function queueFor(
  writer: Writer,
  accountIds: readonly number[],
  told: Told & Pick<WebPushWork, 'only'>,
): Promise<number> {
  const receivers = new Map(accountIds.map((id) => [id, receiverOf(writer.organizationId, id)]));
  const full = await fullAmong(writer, [...receivers.values()]);
  const works = [...receivers]
    .filter(([, receiver]) => !full.has(receiver))
    .map(([accountId, receiver]) => {
      const work: WebPushWork = { ...told, accountId, queuedAt: writer.now };
      return { receiver, payload: JSON.stringify(work) };
    });
  for (let start = 0; start < works.length; start += ROWS_AT_ONCE)
    await queueWorkFor(writer, WEB_PUSH_KIND, ...works.slice(start, start + ROWS_AT_ONCE));
  return works.length;
}

async function subscribedAmong(writer: Writer, accountIds: readonly number[], removals: 0 | 1) {
  const rows = await subscribed.all(writer, { ids: JSON.stringify(accountIds), removals });
  return rows.map((row) => row.account_id);
}

/** Tells those of some people who have a subscription of a message. */
export async function queueWebMessage(
  writer: Writer,
  messageId: number,
  accountIds: readonly number[],
): Promise<void> {
  const reached = await subscribedAmong(writer, accountIds, 0);
  if (reached.length > 0) await queueFor(writer, reached, { type: 'message', messageId });
}

/** Takes notifications back where a person has something that wants to know. */
export async function queueWebRemoval(
  writer: Writer,
  accountId: number,
  messageIds: readonly number[],
): Promise<void> {
  const reached = await subscribedAmong(writer, [accountId], 1);
  if (reached.length > 0) await queueFor(writer, reached, { type: 'remove', messageIds });
}

/** Queues work for those of a person's that fail, which has places of its own: it holds up none for the others. */
export async function queueForFailing(writer: Writer, work: WebPushWork): Promise<void> {
  const receiver = receiverOf(writer.organizationId, `${work.accountId}/failing`);
  if ((await fullAmong(writer, [receiver])).has(receiver)) return;
  await queueWorkFor(writer, WEB_PUSH_KIND, { receiver, payload: JSON.stringify(work) });
}

/** Sends a test to some of a person's; refuses where too much waits already. */
export async function queueTest(writer: Writer, accountId: number, only: readonly number[]): Promise<void> {
  const queued = await queueFor(writer, [accountId], { type: 'test', only });
  if (queued === 0) throw badRequest('Very many notifications wait for you already: try again later.');
}
