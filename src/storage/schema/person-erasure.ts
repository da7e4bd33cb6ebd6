// People whose erasure goes on, and by what providers called those who were erased.

import type { Generated } from 'kysely';
import type { Bit } from './column.ts';

export interface PersonErasureTable {
  /** The person's account. Its bots are in `known`. */
  account_id: number;
  organization_id: number;
  asked_at: number;
  /** Names and addresses that are still to be found, sealed: JSON of `model/erasure/known.ts`. */
  known: string;
  /** Whether their uploads go, also those that messages link. */
  deletes_files: Bit;
  /** Of `actions/erasure/stages.ts`. */
  stage: string;
  /** How far the stage has come. */
  after_id: number;
}

/** What a provider called a person who was erased, or an address of theirs. */
export interface ErasedIdentityTable {
  id: Generated<number>;
  organization_id: number;
  /** A hash of it, sealed: nothing can be read from it, and only equality can be tested. */
  sealed: string;
  erased_at: number;
}
