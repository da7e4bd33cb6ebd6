// State and status text of a field that saves itself.

import { useEffect, useState } from 'preact/hooks';
import { ErrorMessage } from '../components/error-message.tsx';
import type { ErrorText } from '../components/error-text.ts';
import { errorTextOf } from '../data/attempt.ts';
import { t, tParts } from '../i18n/texts.ts';
import { Latest } from '../lib/latest.ts';

export type Outcome =
  | { readonly kind: 'none' | 'saving' | 'saved' }
  | { readonly kind: 'failed'; readonly reason: ErrorText };

export interface Saving {
  readonly outcome: Outcome;
  /** Returns whether it was saved. */
  readonly save: (call: () => Promise<unknown>) => Promise<boolean>;
  /** Clears the last outcome, because the value to save has changed. */
  readonly clearOutcome: () => void;
}

/** The outcome of the last attempt to save. */
export function useSaving(): Saving {
  const [outcome, setOutcome] = useState<Outcome>({ kind: 'none' });
  // The answer to an earlier attempt may arrive after that to a later one.
  const [attempts] = useState(() => new Latest());
  async function save(call: () => Promise<unknown>): Promise<boolean> {
    const isLast = attempts.begin();
    setOutcome({ kind: 'saving' });
    try {
      await call();
      if (isLast()) setOutcome({ kind: 'saved' });
      return true;
    } catch (error) {
      const reason = errorTextOf(error);
      if (isLast()) setOutcome({ kind: 'failed', reason });
      return false;
    }
  }
  const forget = () => setOutcome((last) => (last.kind === 'saving' ? last : { kind: 'none' }));
  return { outcome, save, clearOutcome: forget };
}

export interface Chosen {
  /** The value that the field shows. */
  readonly value: unknown;
  readonly choose: (value: unknown) => void;
}

/**
 * The value of a field that saves itself: the chosen one while it is being saved and until the state includes
 * it, which may be after the answer; otherwise the value in the state.
 */
export function useChosen(current: unknown, { kind }: Outcome): Chosen {
  const [chosen, setChosen] = useState<{ readonly value: unknown; readonly before: string | undefined }>();
  const isConfirmed = kind === 'saved' && JSON.stringify(current) !== chosen?.before;
  useEffect(() => {
    // Later changes come from elsewhere.
    if (isConfirmed) setChosen(undefined);
  }, [isConfirmed]);
  const isShown = chosen !== undefined && !isConfirmed && (kind === 'saving' || kind === 'saved');
  return {
    value: isShown ? chosen.value : current,
    choose: (value) => setChosen({ value, before: JSON.stringify(current) }),
  };
}

/** The status text, announced by screen readers. */
export function SavingStatus({ id, outcome }: { readonly id: string; readonly outcome: Outcome }) {
  const texts = {
    none: '',
    saving: t('common.saving'),
    saved: `✓ ${t('common.saved')}`,
    failed:
      outcome.kind === 'failed'
        ? tParts('error.saveFailed', { reason: <ErrorMessage {...outcome.reason} /> })
        : '',
  };
  return (
    <output id={id} class={`saving-status ${outcome.kind}`}>
      {texts[outcome.kind]}
    </output>
  );
}
