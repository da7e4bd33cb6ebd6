// The log of requests that other services sent to the addresses of bots: the newest deliveries of each bot, so that its
// owner can see which ones succeed.

import { limits } from '../../api-contract/limits.ts';
import type { DeliveryOutcome } from '../../model/incoming-webhooks/delivery-outcome.ts';
import { preparedRead } from '../../storage/prepared.ts';
import type { Reader, Writer } from '../../storage/reader-writer.ts';
import type { Row } from '../../storage/schema.ts';

export type DeliveryRow = Row<'webhook_delivery'>;

export interface LoggedDelivery {
  readonly accountId: number;
  readonly integration: string;
  readonly event: string;
  readonly outcome: DeliveryOutcome;
  readonly detail: string;
  readonly bytes: number;
  readonly fingerprint: string | undefined;
}

const newestOf = preparedRead<{ account: number; organization: number; limit: number }>()((db, p) =>
  db
    .selectFrom('webhook_delivery')
    .selectAll()
    .where('account_id', '=', p.account)
    .where('organization_id', '=', p.organization)
    .orderBy('id', 'desc')
    .limit(p.limit),
);

/** The logged deliveries of a bot, newest first. */
export function readDeliveries(reader: Reader, accountId: number, limit: number): Promise<DeliveryRow[]> {
  return newestOf.all(reader, { account: accountId, organization: reader.organizationId, limit });
}

/**
 * Whether a delivery with the fingerprint has already become a message of the bot, as far back as the log
 * reaches.
 */
export async function hasDelivery(reader: Reader, accountId: number, fingerprint: string): Promise<boolean> {
  const row = await reader.db
    .selectFrom('webhook_delivery')
    .select('id')
    .where('organization_id', '=', reader.organizationId)
    .where('account_id', '=', accountId)
    .where('fingerprint', '=', fingerprint)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Logs a delivery and removes the oldest of its bot beyond the limit. Deliveries with a fingerprint are
 * counted separately: unsigned ones, which anyone can send, must not displace the fingerprints
 * that detect replays.
 */
export async function logDelivery(writer: Writer, delivery: LoggedDelivery): Promise<void> {
  const { accountId, fingerprint, ...rest } = delivery;
  await writer.db
    .insertInto('webhook_delivery')
    .values({
      ...rest,
      organization_id: writer.organizationId,
      account_id: accountId,
      fingerprint: fingerprint ?? null,
      received_at: writer.now,
    })
    .execute();
  const ofSameKind = [fingerprint === undefined ? 'is' : 'is not', null] as const;
  const oldestExcess = await writer.db
    .selectFrom('webhook_delivery')
    .select('id')
    .where('account_id', '=', accountId)
    .where('fingerprint', ...ofSameKind)
    .orderBy('id', 'desc')
    .offset(limits.webhookDeliveriesPerBot)
    .limit(1)
    .executeTakeFirst();
  if (!oldestExcess) return;
  await writer.db
    .deleteFrom('webhook_delivery')
    .where('account_id', '=', accountId)
    .where('fingerprint', ...ofSameKind)
    .where('id', '<=', oldestExcess.id)
    .execute();
}
