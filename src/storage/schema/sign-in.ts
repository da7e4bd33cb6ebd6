// Ways to sign in other than by password.

import { generated, id, nullable, number, organizationId, text } from './column.ts';
import { absent, deletedWithAccount, included, kept, table } from './table.ts';

export const signInTables = {
  /** The identities that providers assign to people of an organization. */
  external_identity: table({
    columns: {
      id: generated(number),
      organization_id: organizationId,
      account_id: id('account'),
      issuer: text,
      /** Together with the issuer it always identifies the same person. */
      subject: text,
      created_at: number,
      last_used_at: number,
      /** When the subject lost access to the account; null while it has access. */
      ended_at: nullable(number),
    },
    key: ['id'],
    onErasure: deletedWithAccount,
    archive: included,
  }),

  /** Accounts that the directory sync deactivated, and may reactivate. */
  directory_deactivation: table({
    columns: {
      account_id: id('account'),
      organization_id: organizationId,
      issuer: text,
      subject: text,
      deactivated_at: number,
    },
    key: ['account_id'],
    onErasure: deletedWithAccount,
    archive: included,
  }),

  /** Tokens that each let a desktop app begin one session, for a short time. */
  login_token: table({
    columns: {
      organization_id: organizationId,
      /** A keyed hash of the app's token. */
      token_hash: text,
      account_id: id('account'),
      /** The account's `access_version` when the token was made. */
      access_version: number,
      expires_at: number,
    },
    key: ['organization_id', 'token_hash'],
    onErasure: deletedWithAccount,
    archive: absent('people log in again on the new server'),
    isEmptiedWithSecret: true,
  }),

  /**
   * Answers of providers that were posted through browsers. Each waits for the browser that started the sign-in, and
   * is kept until it expires.
   */
  sign_in_answer: table({
    columns: {
      organization_id: organizationId,
      /** A keyed hash of the request that it answers. */
      question_hash: text,
      provider_id: text,
      /** The identity in it, sealed; empty once the browser has used it. */
      identity_sealed: text,
      expires_at: number,
    },
    key: ['organization_id', 'question_hash'],
    onErasure: kept('it is encrypted, and kept for minutes'),
    archive: absent('people log in again on the new server'),
    isEmptiedWithSecret: true,
  }),
} as const;
