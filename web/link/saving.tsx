// A field that saves itself: whether it is being saved, was saved or was refused, and the words for it.

import { useState } from 'preact/hooks';
import { t, tParts } from '../words/words.ts';
import { reasonOf } from './attempt.ts';
import { Reason } from './reason.tsx';

export type Outcome =
  | { readonly kind: 'none' | 'saving' | 'saved' }
  | { readonly kind: 'failed'; readonly reason: string };

export interface Saving {
  readonly outcome: Outcome;
  /** Whether it was taken. */
  readonly save: (call: () => Promise<unknown>) => Promise<boolean>;
  /** What became of the last attempt is of no interest any more: something else is there to be saved. */
  readonly forget: () => void;
}

/** What became of the last attempt to save something. */
export function useSaving(): Saving {
  const [outcome, setOutcome] = useState<Outcome>({ kind: 'none' });
  async function save(call: () => Promise<unknown>): Promise<boolean> {
    setOutcome({ kind: 'saving' });
    try {
      await call();
      setOutcome({ kind: 'saved' });
      return true;
    } catch (error) {
      setOutcome({ kind: 'failed', reason: reasonOf(error) });
      return false;
    }
  }
  const forget = () => setOutcome((last) => (last.kind === 'saving' ? last : { kind: 'none' }));
  return { outcome, save, forget };
}

/** The words for it, which screen readers say as they come. */
export function Said({ id, outcome }: { readonly id: string; readonly outcome: Outcome }) {
  const words = {
    none: '',
    saving: t('parts.saving'),
    saved: `✓ ${t('parts.saved')}`,
    failed:
      outcome.kind === 'failed'
        ? tParts('settings.saveFailed', { reason: <Reason text={outcome.reason} /> })
        : '',
  };
  return (
    <output id={id} class={`said ${outcome.kind}`}>
      {words[outcome.kind]}
    </output>
  );
}
