// A stage of the erasure of a person. It works in portions, each in its own unit of work.

import type { ErasedTexts } from '../../model/erasure/erased-texts.ts';
import type { Writer } from '../../storage/reader-writer.ts';
import type { Erasure } from '../../stores/erasure/erasure-store.ts';

/** The input of one portion. */
export interface Portion {
  readonly writer: Writer;
  readonly erasure: Erasure;
  readonly texts: ErasedTexts;
  readonly ids: ReadonlySet<number>;
}

/**
 * Processes one portion after `erasure.afterId`. Returns the id after which the next one begins; undefined
 * when the stage is done.
 */
export type Stage = (portion: Portion) => Promise<number | undefined>;
