// Controls of checkboxes and selects, which save themselves.

import { NeedsServer } from '../../components/needs-server.tsx';
import { useOrganizationState } from '../../hooks/use-organization.ts';
import { useTrackedState } from '../../hooks/use-tracked-state.ts';
import { t } from '../../i18n/texts.ts';
import { listedChannels } from './channels-to-choose.ts';
import type { ControlProps } from './control.ts';
import { languageOptions } from './languages.ts';
import { methodName, type Option, optionText } from './setting.ts';

export function CheckControl({ label, value, isLocked, describedBy, save }: ControlProps<'check'>) {
  return (
    <NeedsServer>
      <label class="check">
        <input
          type="checkbox"
          checked={value === true}
          disabled={isLocked}
          aria-describedby={describedBy}
          onChange={(event) => void save(event.currentTarget.checked)}
        />
        {label}
      </label>
    </NeedsServer>
  );
}

interface ChooseProps extends Omit<ControlProps, 'setting'> {
  readonly options: readonly Option[];
}

function Choose({ options, label, value, isLocked, describedBy, save }: ChooseProps) {
  const isKnown = options.some((option) => option.value === value);
  const all = isKnown ? options : [...options, { value: String(value), label: { text: String(value) } }];
  return (
    <NeedsServer>
      {' '}
      <label class="field">
        <span>{label}</span>
        <select
          class="input"
          disabled={isLocked}
          aria-describedby={describedBy}
          value={String(value)}
          onChange={(event) => {
            const chosenOption = all[event.currentTarget.selectedIndex];
            if (chosenOption && chosenOption.value !== value) void save(chosenOption.value);
          }}
        >
          {all.map((choice) => (
            <option key={choice.value} value={String(choice.value)}>
              {optionText(choice)}
            </option>
          ))}
        </select>
      </label>
    </NeedsServer>
  );
}

export function ChoiceControl(props: ControlProps<'choice'>) {
  return <Choose {...props} options={props.setting.options} />;
}

export function LanguageControl(props: ControlProps<'language'>) {
  return <Choose {...props} options={languageOptions()} />;
}

/** The video call providers configured on the server. */
export function ProviderControl(props: ControlProps<'provider'>) {
  const offered = useOrganizationState((state) => state.realm_available_video_chat_providers) ?? {};
  const options = Object.values(offered).map(({ id, name }) => ({
    value: id,
    label: { text: id === 0 ? t('calls.none') : name },
  }));
  return <Choose {...props} options={options} />;
}

export function ChannelControl(props: ControlProps<'channel'>) {
  const state = useTrackedState();
  const channels = listedChannels(state, props.setting.isPrivate === true);
  const options: Option[] = [
    { value: -1, label: 'channel.none' },
    ...channels.map(({ stream_id, name }) => ({ value: stream_id, label: { text: `#${name}` } })),
  ];
  const isUnseen = !options.some(({ value }) => value === props.value);
  const unseen: Option = { value: Number(props.value), label: 'channel.unseen' };
  return <Choose {...props} options={isUnseen ? [...options, unseen] : options} />;
}

/** Login methods. All of them are sent, because the sent value replaces the old one. */
export function MethodsControl({ label, value, isLocked, describedBy, save }: ControlProps<'methods'>) {
  const methods = Object.entries((value ?? {}) as Readonly<Record<string, { readonly enabled: boolean }>>);
  return (
    <NeedsServer>
      <fieldset class="choice" aria-describedby={describedBy} disabled={isLocked}>
        <legend>{label}</legend>
        {methods.map(([name, { enabled }]) => (
          <label key={name} class="check">
            <input
              type="checkbox"
              checked={enabled}
              onChange={(event) => {
                const isOn = event.currentTarget.checked;
                const next = Object.fromEntries(methods.map(([name, method]) => [name, method.enabled]));
                const shownMethods = {
                  ...Object.fromEntries(methods),
                  [name]: { enabled: isOn, available: true },
                };
                void save({ ...next, [name]: isOn }, shownMethods);
              }}
            />
            {methodName(name)}
          </label>
        ))}
      </fieldset>
    </NeedsServer>
  );
}
