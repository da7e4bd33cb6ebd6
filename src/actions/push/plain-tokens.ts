// Tokens of clients that know no encryption: what one must be, and how one comes and goes inside units of work. The
// relay is told afterwards, by a worker of the outbox.

import { createHash } from 'node:crypto';
import { badRequest } from '../../api-contract/error.ts';
import { checkOrganizationUrl, type TokenKind } from '../../model/push/device.ts';
import type { Writer } from '../../storage/session.ts';
import { beginWatching } from '../../stores/push/position-store.ts';
import { keepToken, removeToken, tokensOf } from '../../stores/push/token-store.ts';
import { creatorIn, takeQuota } from '../../stores/quotas/take-quota.ts';
import { queueWork, sealedWork } from '../outbox/outbox-store.ts';

/** The kind of such rows in the outbox. */
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

export type TokenOwner = Pick<PlainTokenWork, 'accountId' | 'organizationUrl'> & {
  /** Whether the server has a relay that is to be told. */
  readonly isConfigured: boolean;
};
export type TokenPlace = Pick<PlainTokenWork, 'kind' | 'token' | 'appId'>;

/** Refuses what can be no token of a kind. */
function checkToken(kind: TokenKind, token: string): void {
  if (token === '' || token.length > MAX_LENGTH) throw badRequest('Empty or invalid length token');
  if (kind === 'apns' && !/^(?:[0-9a-f]{2})+$/i.test(token)) throw badRequest('Invalid APNS token');
}

/** Base64 of the first eight bytes of the token's SHA-256, as clients that encrypt name it. */
function tokenIdOf(token: string): string {
  return createHash('sha256').update(token).digest().subarray(0, 8).toString('base64');
}

/** Adds a token; one that is there already stays, and the relay is told again, which may have forgotten it. */
export async function addPlainToken(writer: Writer, owner: TokenOwner, place: TokenPlace): Promise<void> {
  checkToken(place.kind, place.token);
  checkOrganizationUrl(owner.organizationUrl);
  const present = await tokensOf(writer, [owner.accountId]);
  const isKnown = present.some((row) => row.kind === place.kind && row.token === place.token);
  if (!isKnown) {
    await takeQuota(await creatorIn(writer, owner.accountId), 'push_tokens');
    await keepToken(writer, {
      organization_id: writer.organizationId,
      account_id: owner.accountId,
      kind: place.kind,
      token: place.token,
      token_id: tokenIdOf(place.token),
      app_id: place.appId,
      organization_url: owner.organizationUrl,
      created_at: writer.now,
    });
  }
  await tellRelay(writer, 'add', owner, place);
  if (owner.isConfigured) await beginWatching(writer);
}

/** Removes a token; refuses one that is not there. */
export async function removePlainToken(writer: Writer, owner: TokenOwner, place: TokenPlace): Promise<void> {
  if (place.token === '' || place.token.length > MAX_LENGTH)
    throw badRequest('Empty or invalid length token');
  if (!(await removeToken(writer, owner.accountId, place.kind, place.token)))
    throw badRequest('Token does not exist');
  await tellRelay(writer, 'remove', owner, place);
}

async function tellRelay(
  writer: Writer,
  op: PlainTokenWork['op'],
  { accountId, organizationUrl, isConfigured }: TokenOwner,
  { kind, token, appId }: TokenPlace,
): Promise<void> {
  if (!isConfigured) return;
  const work: PlainTokenWork = { op, accountId, organizationUrl, kind, token, appId };
  await queueWork(writer, PLAIN_TOKEN_KIND, sealedWork(writer, work));
}
