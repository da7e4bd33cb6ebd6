// Erasures of people in progress, and the identities of erased people at providers.

import { bit, generated, id, number, organizationId, secret, text } from './column.ts';
import { absent, changedByStage, table } from './table.ts';

export const personErasureTables = {
  person_erasure: table({
    columns: {
      /** The person's account. Its bots are in `known`. */
      account_id: id('account'),
      organization_id: organizationId,
      /** When it was requested. */
      asked_at: number,
      /** Names and addresses that remain to be found, sealed: JSON of `model/erasure/erased-accounts.ts`. */
      known: secret(text, 'within'),
      /** Whether their uploads are deleted, including those that messages link. */
      deletes_files: bit,
      /** A stage of `actions/erasure/stages.ts`. */
      stage: text,
      /** The progress within the stage: the last id that is done. */
      after_id: number,
    },
    key: ['account_id'],
    onErasure: changedByStage,
    archive: absent('it is work in progress of the server'),
  }),

  /** A provider's identifier of an erased person, or one of their addresses. */
  erased_identity: table({
    columns: {
      id: generated(number),
      organization_id: organizationId,
      /** A sealed hash: it cannot be read, only compared. */
      sealed: secret(text, 'within'),
      erased_at: number,
    },
    key: ['id'],
    onErasure: changedByStage,
    archive: absent('it is encrypted with the secret of this server'),
  }),
} as const;
