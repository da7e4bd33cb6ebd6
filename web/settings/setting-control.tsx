// The control of a setting. It saves when changed, and shows the outcome.

import { useId } from 'preact/hooks';
import type { State } from '../../client/state/state.ts';
import { NeedsServer } from '../components/needs-server.tsx';
import type { Organization } from '../data/organization.ts';
import { SavingStatus, useChosen, useSaving } from '../forms/saving.tsx';
import { useOrganization, useOrganizationState } from '../hooks/use-organization.ts';
import { languageName } from '../i18n/language-name.ts';
import { t } from '../i18n/texts.ts';
import { type Control, type Option, optionText, type SettingValue } from './control.ts';
import { type Labels, newAccountLabels } from './new-account-labels.ts';

type Settings = Readonly<Record<string, SettingValue>>;

/** Which settings are edited: how they are read and saved. */
export interface SettingsTarget {
  readonly read: (state: State) => unknown;
  readonly save: (organization: Organization, settings: Settings) => Promise<unknown>;
  /** Labels that differ from those of the viewer's own settings. */
  readonly labels?: Labels;
}

export const ownSettings: SettingsTarget = {
  read: (state) => state.user_settings,
  save: ({ client }, settings) => client.call('update-settings', settings),
};

/** The default settings of new accounts. */
export const newAccountSettings: SettingsTarget = {
  read: (state) => state.realm_user_settings_defaults,
  save: ({ client }, settings) => client.call('update-realm-user-settings-defaults', settings),
  labels: newAccountLabels,
};

export interface SettingControlProps {
  readonly control: Control;
  readonly target?: SettingsTarget;
}

export function SettingControl({ control, target = ownSettings }: SettingControlProps) {
  const id = useId();
  const organization = useOrganization();
  const current = useOrganizationState(
    (state) => (target.read(state) as Settings | undefined)?.[control.name],
  );
  const { outcome, save: attempt } = useSaving();
  const { value, choose } = useChosen(current, outcome);
  function save(next: SettingValue) {
    choose(next);
    return attempt(() => target.save(organization, { [control.name]: next }));
  }
  const label = t((target.labels?.[control.name] ?? control.label) as 'settings.theme');
  return (
    <div class={`setting-row ${control.kind}`} data-setting={control.name}>
      <NeedsServer>
        <label for={`${id}-control`}>
          <span>{label}</span>
          {control.kind === 'check' && (
            <input
              id={`${id}-control`}
              type="checkbox"
              checked={value === true}
              aria-describedby={id}
              onChange={(event) => void save(event.currentTarget.checked)}
            />
          )}
          {control.kind === 'choice' && (
            <select
              id={`${id}-control`}
              class="input"
              aria-describedby={id}
              value={String(value)}
              onChange={(event) => {
                const next = control.options[event.currentTarget.selectedIndex];
                if (next) void save(next.value);
              }}
            >
              {withCurrent(control, current).map((option) => (
                <option key={String(option.value)} value={String(option.value)}>
                  {optionText(option)}
                </option>
              ))}
            </select>
          )}
        </label>
      </NeedsServer>
      <SavingStatus id={id} outcome={outcome} />
    </div>
  );
}

type ChoiceControl = Extract<Control, { kind: 'choice' }>;

/** Adds the current value to the options, since other clients may offer more. */
function withCurrent({ name, options }: ChoiceControl, current: SettingValue | undefined): readonly Option[] {
  if (current === undefined || options.some(({ value }) => value === current)) return options;
  const text = name === 'default_language' ? languageName(String(current)) : String(current);
  return [...options, { value: current, label: { text } }];
}
