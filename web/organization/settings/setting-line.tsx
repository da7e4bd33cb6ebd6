// One setting of the organization: its control, explanation, lock and outcome.

import type { ComponentType } from 'preact';
import { useId } from 'preact/hooks';
import { Icon } from '../../components/icon.tsx';
import { NeedsServer } from '../../components/needs-server.tsx';
import { PermissionField } from '../../forms/permission-field.tsx';
import { SavingStatus, useChosen, useSaving } from '../../forms/saving.tsx';
import { useOrganization } from '../../hooks/use-organization.ts';
import { useTrackedState } from '../../hooks/use-tracked-state.ts';
import { t } from '../../i18n/texts.ts';
import type { GroupSetting } from '../../store/permissions.ts';
import type { ControlProps } from './control.ts';
import {
  ChannelControl,
  CheckControl,
  ChoiceControl,
  LanguageControl,
  MethodsControl,
  ProviderControl,
} from './plain-controls.tsx';
import { currentValue, lockOf, type Setting } from './setting.ts';
import { DaysControl, LimitControl } from './time-controls.tsx';
import { NumberControl, TextControl } from './typed-controls.tsx';

function GroupControl({ setting, label, value, isLocked, describedBy, save }: ControlProps<'group'>) {
  return (
    <NeedsServer>
      <PermissionField
        owner="realm"
        name={setting.name}
        value={value as GroupSetting}
        onChange={(chosen, old) => void save({ new: chosen, old }, chosen)}
        {...{ label, isLocked, describedBy }}
      />
    </NeedsServer>
  );
}

const controls: { readonly [K in Setting['kind']]: ComponentType<ControlProps<K>> } = {
  check: CheckControl,
  choice: ChoiceControl,
  language: LanguageControl,
  provider: ProviderControl,
  methods: MethodsControl,
  text: TextControl,
  number: NumberControl,
  limit: LimitControl,
  days: DaysControl,
  channel: ChannelControl,
  group: GroupControl,
};

export interface SettingLineProps {
  readonly setting: Setting;
  /** Whether the group already states who may change it. */
  readonly isLockStated: boolean;
}

export function SettingLine({ setting, isLockStated }: SettingLineProps) {
  const { name, kind } = setting;
  const id = useId();
  const { client } = useOrganization();
  const state = useTrackedState();
  const { outcome, save: attempt, clearOutcome } = useSaving();
  const current = currentValue(state, name);
  const { value: shownValue, choose } = useChosen(current, outcome);
  const lock = lockOf(state, setting);
  const Control = controls[kind] as ComponentType<ControlProps>;
  function save(value: unknown, stateValue: unknown = value) {
    choose(stateValue);
    return attempt(() => client.call('update-organization', { [name]: value }));
  }
  return (
    <div class="setting organization-setting" data-setting={name} onReset={clearOutcome}>
      <div>
        <Control
          setting={setting}
          label={t(`setting.${name}`)}
          value={shownValue}
          current={current}
          isLocked={lock !== undefined}
          describedBy={`${id}-help ${id}-saving`}
          save={save}
          onTyped={clearOutcome}
        />
        <small id={`${id}-help`}>
          {t(`settingHelp.${name}`)}
          {lock !== undefined && lock !== 'administrators' && !isLockStated && (
            <span class="locked">
              <Icon name="lock" />
              {t(`lock.${lock}`)}
            </span>
          )}
        </small>
      </div>
      <SavingStatus id={`${id}-saving`} outcome={outcome} />
    </div>
  );
}
