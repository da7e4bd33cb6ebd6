// A stage of the erasure of a person: work in portions, each of which is one unit.

import type { ErasedTexts } from '../../model/erasure/erased-texts.ts';
import type { Writer } from '../../storage/session.ts';
import type { Erasure } from '../../stores/erasure/erasure-store.ts';

/** What a portion knows of the erasure. */
export interface Portion {
  readonly writer: Writer;
  readonly erasure: Erasure;
  readonly texts: ErasedTexts;
  readonly ids: ReadonlySet<number>;
}

/** Does one portion after `erasure.afterId`; gives where the next one begins, undefined when the stage is over. */
export type Stage = (portion: Portion) => Promise<number | undefined>;
