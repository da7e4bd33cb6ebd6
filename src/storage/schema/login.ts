// Failed logins, and the browsers, programs and networks from which accounts have logged in.

import { generated, id, nullable, number, organizationId, text } from './column.ts';
import { absent, changedByStage, deletedWithAccount, table } from './table.ts';

export const loginTables = {
  /** A program and network that an account has logged in from. */
  known_login: table({
    columns: {
      organization_id: organizationId,
      account_id: id('account'),
      /** A keyed hash of program and network. */
      place_key: text,
      /** When the account last logged in with them. */
      last_at: number,
    },
    key: ['account_id', 'place_key'],
    onErasure: deletedWithAccount,
    archive: absent('people log in again on the new server'),
    isEmptiedWithSecret: true,
  }),

  /** A browser that an account has logged in with. */
  known_device: table({
    columns: {
      id: generated(number),
      organization_id: organizationId,
      account_id: id('account'),
      /** A keyed hash of the browser's token. */
      token_hash: text,
      /** The key that failed logins are counted under, for the name that was typed at its last login. */
      name_key: text,
      /** The session of its last login, which may have ended. */
      session_id: number,
      /** When the account last logged in with it. */
      last_at: number,
    },
    key: ['id'],
    onErasure: deletedWithAccount,
    archive: absent('people log in again on the new server'),
    isEmptiedWithSecret: true,
  }),

  /** A login attempt that failed or is in progress. */
  login_failure: table({
    columns: {
      id: generated(number),
      organization_id: organizationId,
      /** A keyed hash of the typed address, whether or not it belongs to an account; null for a wrong API key. */
      account_key: nullable(text),
      /** A keyed hash of the attempt's network; null if another row counts the attempt for it. */
      network_key: nullable(text),
      failed_at: number,
    },
    key: ['id'],
    onErasure: changedByStage,
    archive: absent('people log in again on the new server'),
    isEmptiedWithSecret: true,
  }),
} as const;
