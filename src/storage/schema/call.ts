// Access tokens for providers of video calls.

import { id, organizationId, secret, text } from './column.ts';
import { absent, deletedWithAccount, table } from './table.ts';

export const callTables = {
  /** The access to a provider of video calls that a person granted. */
  call_token: table({
    columns: {
      organization_id: organizationId,
      account_id: id('account'),
      provider: text,
      /** Encrypted under the server's secret. */
      sealed: secret(text, 'call-token'),
    },
    key: ['account_id', 'provider'],
    onErasure: deletedWithAccount,
    archive: absent('it is a credential'),
  }),
} as const;
