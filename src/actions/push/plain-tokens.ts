// Push tokens of clients without encryption: validation, adding and removing inside units of work. An outbox
// worker informs the relay afterwards.

import { createHash } from 'node:crypto';
import { count, jsonText, oneOf, recordOf } from '../../api-contract/codec.ts';
import { badRequest } from '../../api-contract/error.ts';
import { checkOrganizationUrl, type TokenKind } from '../../model/push/push-device.ts';
import type { Writer } from '../../storage/reader-writer.ts';
import { beginPushScan } from '../../stores/push/position-store.ts';
import { insertToken, removeToken, tokensOf } from '../../stores/push/token-store.ts';
import { readCreator, takeQuota } from '../../stores/quotas/take-quota.ts';
import { queueWork, sealedWork } from '../outbox/outbox-store.ts';

/** The kind of the outbox rows. */
export const PLAIN_TOKEN_KIND = 'push-token';

const MAX_LENGTH = 4096;

export interface PlainTokenWork {
  readonly op: 'add' | 'remove';
  readonly accountId: number;
  readonly kind: TokenKind;
  readonly token: string;
  readonly appId: string;
  readonly organizationUrl: string;
}

/** The payload of a row, before it is sealed. */
export const plainTokenWork = recordOf<PlainTokenWork>({
  op: oneOf('add', 'remove'),
  accountId: count,
  kind: oneOf('apns', 'fcm'),
  token: jsonText,
  appId: jsonText,
  organizationUrl: jsonText,
});

export type TokenOwner = Pick<PlainTokenWork, 'accountId' | 'organizationUrl'> & {
  /** Whether the server has a relay to inform. */
  readonly isConfigured: boolean;
};
export type DeviceToken = Pick<PlainTokenWork, 'kind' | 'token' | 'appId'>;

/** @throws for an invalid token of its kind */
function checkToken(kind: TokenKind, token: string): void {
  if (token === '' || token.length > MAX_LENGTH) throw badRequest('Empty or invalid length token');
  if (kind === 'apns' && !/^(?:[0-9a-f]{2})+$/i.test(token)) throw badRequest('Invalid APNS token');
}

/** Base64 of the first eight bytes of the token's SHA-256, as clients with encryption compute it. */
function tokenIdOf(token: string): string {
  return createHash('sha256').update(token).digest().subarray(0, 8).toString('base64');
}

/** Adds a token. A known token is sent to the relay again, in case the relay lost it. */
export async function addPlainToken(writer: Writer, owner: TokenOwner, device: DeviceToken): Promise<void> {
  checkToken(device.kind, device.token);
  checkOrganizationUrl(owner.organizationUrl);
  const tokens = await tokensOf(writer, [owner.accountId]);
  const isKnown = tokens.some((row) => row.kind === device.kind && row.token === device.token);
  if (!isKnown) {
    await takeQuota(await readCreator(writer, owner.accountId), 'push_tokens');
    await insertToken(writer, {
      organization_id: writer.organizationId,
      account_id: owner.accountId,
      kind: device.kind,
      token: device.token,
      token_id: tokenIdOf(device.token),
      app_id: device.appId,
      organization_url: owner.organizationUrl,
      created_at: writer.now,
    });
  }
  await queueForRelay(writer, 'add', owner, device);
  if (owner.isConfigured) await beginPushScan(writer);
}

/** Removes a token. @throws if it does not exist */
export async function removePlainToken(
  writer: Writer,
  owner: TokenOwner,
  device: DeviceToken,
): Promise<void> {
  if (device.token === '' || device.token.length > MAX_LENGTH)
    throw badRequest('Empty or invalid length token');
  if (!(await removeToken(writer, owner.accountId, device.kind, device.token)))
    throw badRequest('Token does not exist');
  await queueForRelay(writer, 'remove', owner, device);
}

async function queueForRelay(
  writer: Writer,
  op: PlainTokenWork['op'],
  { accountId, organizationUrl, isConfigured }: TokenOwner,
  { kind, token, appId }: DeviceToken,
): Promise<void> {
  if (!isConfigured) return;
  const work: PlainTokenWork = { op, accountId, organizationUrl, kind, token, appId };
  await queueWork(writer, PLAIN_TOKEN_KIND, sealedWork(writer, work));
}
