// A dialog that asks for a time: some common choices, of which the first has the focus and arrow keys choose, or any other.

import { useState } from 'preact/hooks';
import { Dialog } from '../components/dialog.tsx';
import { lazyPart } from '../components/lazy.tsx';
import { indexAfterKey } from '../components/list-keys.ts';
import { showDialog } from '../components/overlays.tsx';
import { LocalError } from '../data/attempt.ts';
import { type Clock, dayAndTime } from '../i18n/dates.ts';
import { t } from '../i18n/texts.ts';
import { formatFieldValue, offeredTimes, parseFieldValue } from '../lib/offered-times.ts';
import { SubmitButton, SubmitForm, useSubmission } from './send-form.tsx';

const DeviceZone = lazyPart(async () => (await import('./device-zone.tsx')).DeviceZone);

export interface TimeQuestion {
  readonly title: string;
  /** The label of the button that takes a custom time. */
  readonly action: string;
  readonly clock: Clock;
  /** Whether a time that is over can be chosen. */
  readonly mayBePast?: boolean;
  /** The common choices; those for reminders and scheduled messages by default. */
  readonly offered?: readonly { readonly label: string; readonly at: number }[];
  /** Whether the common choices were shown before, so that the field of the custom time has the focus. */
  readonly asksForCustom?: boolean;
  /** A last choice that is not a time. */
  readonly withoutTime?: { readonly label: string; readonly onChoose: () => Promise<void> };
  /** Receives the time in seconds since 1970. If it throws, the dialog stays open. */
  readonly onChoose: (at: number) => Promise<void>;
}

/** Shows the dialog until a time was chosen or it is closed. */
export function showTimeDialog(question: TimeQuestion): void {
  showDialog((close) => <TimeDialog {...question} onClose={close} />);
}

function moveByArrows(event: KeyboardEvent & { readonly currentTarget: HTMLElement }): void {
  const choices = [...event.currentTarget.querySelectorAll('button')];
  const from = choices.indexOf(document.activeElement as HTMLButtonElement);
  const to = indexAfterKey(event.key, from, choices.length);
  if (to === undefined) return;
  event.preventDefault();
  choices[to]?.focus();
}

function TimeDialog({
  title,
  action,
  clock,
  mayBePast = false,
  asksForCustom = false,
  withoutTime,
  onChoose,
  onClose,
  ...rest
}: TimeQuestion & { onClose: () => void }) {
  const [offered] = useState(
    () => rest.offered ?? offeredTimes(new Date()).map(({ name, at }) => ({ label: t(`time.${name}`), at })),
  );
  const [value, setValue] = useState(() => formatFieldValue(offered.at(-1)?.at ?? Date.now() / 1000));
  const sending = useSubmission();
  async function choose(at: number | undefined) {
    if (at === undefined || (!mayBePast && at <= Date.now() / 1000))
      throw new LocalError({ text: t('time.notInFuture') });
    await onChoose(at);
    onClose();
  }
  return (
    <Dialog title={title} size="small" onClose={onClose}>
      <ul class="offered-times" onKeyDown={moveByArrows}>
        {offered.map(({ label, at }, index) => (
          <li key={label}>
            <button
              type="button"
              class="menu-item"
              {...(index === 0 && !asksForCustom && { 'data-first': true })}
              onClick={() => void sending.send(() => choose(at))}
            >
              <span>{label}</span>
              <small>{dayAndTime(at, clock)}</small>
            </button>
          </li>
        ))}
        {withoutTime && (
          <li>
            <button
              type="button"
              class="menu-item"
              onClick={() => void sending.send(() => withoutTime.onChoose().then(onClose))}
            >
              {withoutTime.label}
            </button>
          </li>
        )}
      </ul>
      <DeviceZone />
      <SubmitForm
        sending={sending}
        onSend={() => choose(parseFieldValue(value))}
        buttons={<SubmitButton sending={sending}>{action}</SubmitButton>}
      >
        <label class="field">
          <span>{t('time.custom')}</span>
          <input
            class="input"
            type="datetime-local"
            required
            value={value}
            onInput={(event) => {
              setValue(event.currentTarget.value);
              sending.clearOutcome();
            }}
          />
        </label>
      </SubmitForm>
    </Dialog>
  );
}
