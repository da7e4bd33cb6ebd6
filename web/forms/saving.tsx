// A field that saves itself: whether it is being saved, was saved or was refused, and the words for it.

import { useEffect, useState } from 'preact/hooks';
import type { Problem } from '../components/problem.ts';
import { Reason } from '../components/reason.tsx';
import { reasonOf } from '../data/attempt.ts';
import { t, tParts } from '../i18n/words.ts';
import { Latest } from '../lib/latest.ts';

export type Outcome =
  | { readonly kind: 'none' | 'saving' | 'saved' }
  | { readonly kind: 'failed'; readonly reason: Problem };

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
  // An answer to an earlier attempt may come after that to a later one.
  const [attempts] = useState(() => new Latest());
  async function save(call: () => Promise<unknown>): Promise<boolean> {
    const isLast = attempts.begin();
    setOutcome({ kind: 'saving' });
    try {
      await call();
      if (isLast()) setOutcome({ kind: 'saved' });
      return true;
    } catch (error) {
      const reason = reasonOf(error);
      if (isLast()) setOutcome({ kind: 'failed', reason });
      return false;
    }
  }
  const forget = () => setOutcome((last) => (last.kind === 'saving' ? last : { kind: 'none' }));
  return { outcome, save, forget };
}

export interface Chosen {
  /** What the field shows. */
  readonly value: unknown;
  readonly choose: (value: unknown) => void;
}

/**
 * What stands in a field that saves itself: what was chosen while it is being saved and until the state tells of it, which
 * may come after the answer; else what the state has.
 */
export function useChosen(present: unknown, { kind }: Outcome): Chosen {
  const [chosen, setChosen] = useState<{ readonly value: unknown; readonly before: string | undefined }>();
  const isTold = kind === 'saved' && JSON.stringify(present) !== chosen?.before;
  useEffect(() => {
    // What comes from now on is somebody else's doing.
    if (isTold) setChosen(undefined);
  }, [isTold]);
  const isShown = chosen !== undefined && !isTold && (kind === 'saving' || kind === 'saved');
  return {
    value: isShown ? chosen.value : present,
    choose: (value) => setChosen({ value, before: JSON.stringify(present) }),
  };
}

/** The words for it, which screen readers say as they come. */
export function Said({ id, outcome }: { readonly id: string; readonly outcome: Outcome }) {
  const words = {
    none: '',
    saving: t('parts.saving'),
    saved: `✓ ${t('parts.saved')}`,
    failed:
      outcome.kind === 'failed'
        ? tParts('settings.saveFailed', { reason: <Reason {...outcome.reason} /> })
        : '',
  };
  return (
    <output id={id} class={`said ${outcome.kind}`}>
      {words[outcome.kind]}
    </output>
  );
}
