// Sessions of browsers that people are logged in with.

import { generated, id, nullable, number, organizationId, text } from './column.ts';
import { absent, deletedWithAccount, kept, table } from './table.ts';

export const sessionTables = {
  session: table({
    columns: {
      id: generated(number),
      organization_id: organizationId,
      account_id: id('account'),
      /** A keyed hash of the browser's token. */
      token_hash: text,
      /** The hash of the previous token. */
      old_token_hash: nullable(text),
      /** Until when the previous token is valid; null until the new one has been used. */
      old_token_until: nullable(number),
      device: text,
      created_at: number,
      last_seen_at: number,
      renewed_at: number,
      /** When the person last logged in or otherwise proved their identity. */
      proven_at: number,
      /** If the session began with an OpenID Connect provider: its issuer, and the subject and session there. */
      provider_issuer: generated(nullable(text)),
      provider_subject: generated(nullable(text)),
      provider_sid: generated(nullable(text)),
      /** Sent to the provider as a hint when the person also logs out there. */
      id_token_sealed: generated(nullable(text)),
    },
    key: ['id'],
    onErasure: deletedWithAccount,
    archive: absent('people log in again on the new server'),
    isEmptiedWithSecret: true,
  }),

  /** Logout tokens of providers, which are accepted only once. */
  used_logout_token: table({
    columns: {
      organization_id: organizationId,
      token_hash: text,
      expires_at: number,
    },
    key: ['organization_id', 'token_hash'],
    onErasure: kept('it contains keyed hashes, for hours'),
    archive: absent('people log in again on the new server'),
  }),
} as const;
