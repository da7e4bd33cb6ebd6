// Second factors: authenticators, recovery codes and passkeys.

import { generated, id, nullable, number, organizationId, secret, text } from './column.ts';
import { absent, deletedWithAccount, table } from './table.ts';

export const secondFactorTables = {
  /** The authenticator of an account, and its replacement while that is being set up. */
  second_factor: table({
    columns: {
      account_id: id('account'),
      organization_id: organizationId,
      /** The secret of the active authenticator, sealed; null if there is none. */
      secret_sealed: secret(nullable(text), 'second-factor'),
      /** Codes of steps up to this one are used up. */
      used_step: nullable(number),
      /** When the authenticator became active; null if none is. */
      confirmed_at: nullable(number),
      /** The secret of an authenticator whose first code is still expected, sealed; null if there is none. */
      new_secret_sealed: secret(nullable(text), 'second-factor'),
      /** Until when that code is expected. */
      new_until: nullable(number),
    },
    key: ['account_id'],
    onErasure: deletedWithAccount,
    archive: absent('it is a credential'),
  }),

  /** Codes that each replace an authenticator once. */
  recovery_code: table({
    columns: {
      organization_id: organizationId,
      account_id: id('account'),
      /** A keyed hash of the code. */
      code_hash: text,
    },
    key: ['account_id', 'code_hash'],
    onErasure: deletedWithAccount,
    archive: absent('it is a credential'),
    isEmptiedWithSecret: true,
  }),

  /** A wrong authenticator code that was entered for an account. */
  wrong_code: table({
    columns: {
      id: generated(number),
      organization_id: organizationId,
      account_id: id('account'),
      failed_at: number,
      /** Whether the account was notified of it and of earlier ones. */
      is_told: number,
    },
    key: ['id'],
    onErasure: deletedWithAccount,
    archive: absent('people log in again on the new server'),
  }),

  /** A passkey of an account. */
  passkey: table({
    columns: {
      id: generated(number),
      organization_id: organizationId,
      account_id: id('account'),
      /** The id that authenticators and browsers know it by. */
      credential_id: text,
      /** The host that it was created for, the only one it works at. */
      relying_party: text,
      public_key: text,
      /** The signature counter that the authenticator last reported; 0 for those that do not count. */
      counter: number,
      /** The authenticator's transports: a JSON list of names. */
      transports: text,
      name: text,
      created_at: number,
      /** Null: not used yet. */
      used_at: nullable(number),
    },
    key: ['id'],
    onErasure: deletedWithAccount,
    archive: absent('it works only at the host it was created for'),
  }),

  /** A challenge that a passkey signs once. */
  passkey_challenge: table({
    columns: {
      challenge: text,
      organization_id: organizationId,
      account_id: id('account'),
      /** The only step that its answer is valid for. */
      step: text,
      expires_at: number,
    },
    key: ['challenge'],
    onErasure: deletedWithAccount,
    archive: absent('people log in again on the new server'),
    isEmptiedWithSecret: true,
  }),
} as const;
