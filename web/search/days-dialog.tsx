// A dialog that asks for the first and the last day of a search, with the browser's calendar.

import { useEffect, useRef, useState } from 'preact/hooks';
import { Button } from '../components/button.tsx';
import { Dialog } from '../components/dialog.tsx';
import { showDialog } from '../components/overlays.tsx';
import { t } from '../i18n/texts.ts';

/** Days as `2026-11-01`; an empty text for no bound. */
export interface Days {
  readonly first: string;
  readonly last: string;
}

/** Shows the dialog until days were chosen or it is closed. */
export function showDays(days: Days, onChoose: (days: Days) => void): void {
  showDialog((close) => <DaysDialog days={days} onChoose={onChoose} onClose={close} />);
}

interface Props {
  readonly days: Days;
  readonly onChoose: (days: Days) => void;
  readonly onClose: () => void;
}

function DaysDialog({ days, onChoose, onClose }: Props) {
  const [first, setFirst] = useState(days.first);
  const [last, setLast] = useState(days.last);
  const chosen = useRef<Days | undefined>(undefined);
  const isReversed = first !== '' && last !== '' && first > last;
  function choose() {
    if (isReversed) return;
    chosen.current = { first, last };
    onClose();
  }
  // While the dialog closes: when it returns the focus, what follows the choice has not taken it yet.
  useEffect(
    () => () => {
      if (chosen.current) onChoose(chosen.current);
    },
    [],
  );
  return (
    <Dialog title={t('searching.chooseDaysTitle')} size="small" onClose={onClose}>
      <form
        class="search-days"
        onSubmit={(event) => {
          event.preventDefault();
          choose();
        }}
      >
        <label class="field">
          <span>{t('searching.firstDay')}</span>
          <input
            class="input"
            type="date"
            value={first}
            onInput={(event) => setFirst(event.currentTarget.value)}
          />
        </label>
        <label class="field">
          <span>{t('searching.lastDay')}</span>
          <input
            class="input"
            type="date"
            value={last}
            aria-invalid={isReversed}
            aria-describedby={isReversed ? 'days-error' : undefined}
            onInput={(event) => setLast(event.currentTarget.value)}
          />
        </label>
        {isReversed && (
          <p id="days-error" class="error-message" role="alert">
            {t('searching.daysReversed')}
          </p>
        )}
        <div class="buttons">
          <Button kind="primary" type="submit">
            {t('searching.apply')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
