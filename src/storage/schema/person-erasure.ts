// Erasures of people in progress, and the identities of erased people at providers.

import type { Generated } from 'kysely';
import type { Bit } from './column.ts';

export interface PersonErasureTable {
  /** The person's account. Its bots are in `known`. */
  account_id: number;
  organization_id: number;
  asked_at: number;
  /** Names and addresses that remain to be found, sealed: JSON of `model/erasure/erased-accounts.ts`. */
  known: string;
  /** Whether their uploads are deleted, including those that messages link. */
  deletes_files: Bit;
  /** A stage of `actions/erasure/stages.ts`. */
  stage: string;
  /** The progress within the stage: the last id that is done. */
  after_id: number;
}

/** A provider's identifier of an erased person, or one of their addresses. */
export interface ErasedIdentityTable {
  id: Generated<number>;
  organization_id: number;
  /** A sealed hash: it cannot be read, only compared. */
  sealed: string;
  erased_at: number;
}
