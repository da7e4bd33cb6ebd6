// Asks when: a few moments that many people mean, or any other.

import { useState } from 'preact/hooks';
import { fieldValueOf, momentOfField, offeredTimes } from '../ground/offered-times.ts';
import { type Clock, dayAndTime } from '../words/dates.ts';
import { t } from '../words/words.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { showDialog } from './overlays.tsx';

export interface TimeQuestion {
  readonly title: string;
  /** What the button says that takes a moment of one's own choice. */
  readonly action: string;
  readonly clock: Clock;
  /** Takes the moment, in seconds since 1970; gives why it cannot be, and the dialog stays. */
  readonly onChoose: (at: number) => Promise<string | undefined>;
}

/** Shows the dialog until a moment was taken or it is closed. */
export function askWhen(question: TimeQuestion): void {
  showDialog((close) => <TimeDialog {...question} onClose={close} />);
}

function TimeDialog({ title, action, clock, onChoose, onClose }: TimeQuestion & { onClose: () => void }) {
  const [offered] = useState(() => offeredTimes(new Date()));
  const [value, setValue] = useState(() => fieldValueOf(offered.at(-1)?.at ?? Date.now() / 1000));
  const [problem, setProblem] = useState('');
  async function choose(at: number | undefined) {
    if (at === undefined || at <= Date.now() / 1000) return setProblem(t('later.notAhead'));
    const refused = await onChoose(at);
    if (refused === undefined) onClose();
    else setProblem(refused);
  }
  return (
    <Dialog title={title} size="small" onClose={onClose}>
      <ul class="offered-times">
        {offered.map(({ name, at }) => (
          <li key={name}>
            <button type="button" class="menu-item" onClick={() => void choose(at)}>
              <span>{t(`later.${name}`)}</span>
              <small>{dayAndTime(at, clock)}</small>
            </button>
          </li>
        ))}
      </ul>
      <form
        class="fields"
        onSubmit={(event) => {
          event.preventDefault();
          void choose(momentOfField(value));
        }}
      >
        <label class="field">
          <span>{t('later.another')}</span>
          <input
            class="input"
            type="datetime-local"
            required
            value={value}
            onInput={(event) => {
              setValue(event.currentTarget.value);
              setProblem('');
            }}
          />
        </label>
        {problem !== '' && (
          <p class="problem" role="alert">
            {problem}
          </p>
        )}
        <Button type="submit" kind="primary">
          {action}
        </Button>
      </form>
    </Dialog>
  );
}
