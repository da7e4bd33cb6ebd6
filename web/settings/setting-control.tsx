// One setting: it saves itself when it is changed, and says so.

import { useId, useState } from 'preact/hooks';
import { Said, useSaving } from '../link/saving.tsx';
import { useOrganization, useOrganizationState } from '../link/use-organization.ts';
import { t } from '../words/words.ts';
import type { Control, Option, SettingValue } from './controls.ts';

function optionText({ label }: Option): string {
  if (typeof label === 'string') return t(label as 'settings.never');
  if ('text' in label) return label.text;
  return 'pixels' in label
    ? t('settings.pixels', { count: label.pixels })
    : t('settings.percent', { count: label.percent });
}

export function SettingControl({ control }: { readonly control: Control }) {
  const id = useId();
  const organization = useOrganization();
  const present = useOrganizationState(
    ({ user_settings }) =>
      (user_settings as Readonly<Record<string, SettingValue>> | undefined)?.[control.name],
  );
  /** What was chosen until the event tells it. */
  const [chosen, setChosen] = useState<SettingValue>();
  const { outcome, save: attempt } = useSaving();
  const value = outcome.kind === 'saving' ? chosen : present;
  function save(next: SettingValue) {
    setChosen(next);
    return attempt(() => organization.client.call('update-settings', { [control.name]: next }));
  }
  const label = t(control.label as 'settings.theme');
  if (control.kind === 'check') {
    return (
      <div class="setting">
        <label class="check">
          <input
            type="checkbox"
            checked={value === true}
            aria-describedby={id}
            onChange={(event) => void save(event.currentTarget.checked)}
          />
          {label}
        </label>
        <Said id={id} outcome={outcome} />
      </div>
    );
  }
  return (
    <div class="setting">
      <label class="field">
        <span>{label}</span>
        <select
          class="input"
          aria-describedby={id}
          value={String(value)}
          onChange={(event) => {
            const next = control.options[event.currentTarget.selectedIndex];
            if (next) void save(next.value);
          }}
        >
          {withPresent(control.options, present).map((option) => (
            <option key={String(option.value)} value={String(option.value)}>
              {optionText(option)}
            </option>
          ))}
        </select>
      </label>
      <Said id={id} outcome={outcome} />
    </div>
  );
}

/** The options with the present value, which another client may have chosen among more. */
function withPresent(options: readonly Option[], present: SettingValue | undefined): readonly Option[] {
  if (present === undefined || options.some(({ value }) => value === present)) return options;
  return [...options, { value: present, label: { text: String(present) } }];
}
