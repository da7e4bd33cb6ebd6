// One setting: it saves itself when it is changed, and says so.

import { useId } from 'preact/hooks';
import type { State } from '../../client/state/state.ts';
import { NeedsServer } from '../components/needs-server.tsx';
import type { Organization } from '../data/organization.ts';
import { Said, useChosen, useSaving } from '../forms/saving.tsx';
import { useOrganization, useOrganizationState } from '../hooks/use-organization.ts';
import { t } from '../i18n/words.ts';
import { type Control, type Option, optionText, type SettingValue } from './control.ts';
import { type Labels, newcomersLabels } from './newcomers-labels.ts';

type Settings = Readonly<Record<string, SettingValue>>;

/** Whose settings they are: how they are read and how they are changed. */
export interface SettingsTarget {
  readonly read: (state: State) => unknown;
  readonly save: (organization: Organization, settings: Settings) => Promise<unknown>;
  /** What settings are called there, where it is something else than on one's own screen. */
  readonly labels?: Labels;
}

const ownSettings: SettingsTarget = {
  read: (state) => state.user_settings,
  save: ({ client }, settings) => client.call('update-settings', settings),
};

/** What new people begin with. */
export const newcomersSettings: SettingsTarget = {
  read: (state) => state.realm_user_settings_defaults,
  save: ({ client }, settings) => client.call('update-realm-user-settings-defaults', settings),
  labels: newcomersLabels,
};

export interface SettingControlProps {
  readonly control: Control;
  readonly target?: SettingsTarget;
}

export function SettingControl({ control, target = ownSettings }: SettingControlProps) {
  const id = useId();
  const organization = useOrganization();
  const present = useOrganizationState(
    (state) => (target.read(state) as Settings | undefined)?.[control.name],
  );
  const { outcome, save: attempt } = useSaving();
  const { value, choose } = useChosen(present, outcome);
  function save(next: SettingValue) {
    choose(next);
    return attempt(() => target.save(organization, { [control.name]: next }));
  }
  const label = t((target.labels?.[control.name] ?? control.label) as 'settings.theme');
  if (control.kind === 'check') {
    return (
      <div class="setting">
        <NeedsServer>
          <label class="check">
            <input
              type="checkbox"
              checked={value === true}
              aria-describedby={id}
              onChange={(event) => void save(event.currentTarget.checked)}
            />
            {label}
          </label>
        </NeedsServer>
        <Said id={id} outcome={outcome} />
      </div>
    );
  }
  return (
    <div class="setting">
      <NeedsServer>
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
      </NeedsServer>
      <Said id={id} outcome={outcome} />
    </div>
  );
}

/** The options with the present value, which another client may have chosen among more. */
function withPresent(options: readonly Option[], present: SettingValue | undefined): readonly Option[] {
  if (present === undefined || options.some(({ value }) => value === present)) return options;
  return [...options, { value: present, label: { text: String(present) } }];
}
