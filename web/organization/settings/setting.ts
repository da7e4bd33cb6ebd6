// Describes a setting of the organization for its page: its name in PATCH /realm, and its control.

import type { InputOf } from '../../../client/api-types.ts';
import type { State } from '../../../client/state/state.ts';
import { type Key, t } from '../../i18n/texts.ts';

type SettingKey = Extract<Key, `setting.${string}`>;
type Sent = InputOf<'update-organization'>;

/** The name of a setting in the API. Each has a label and an explanation. */
export type SettingName = keyof Sent & (SettingKey extends `setting.${infer Name}` ? Name : never);

export type OptionLabel = Key | { readonly text: string };

export interface Option {
  readonly value: string | number;
  readonly label: OptionLabel;
}

interface Common {
  readonly name: SettingName;
  /** Whether only owners may change it. */
  readonly isOwners?: true;
}

export type Setting = Common &
  (
    | { readonly kind: 'check' }
    | { readonly kind: 'choice'; readonly options: readonly Option[] }
    | { readonly kind: 'language' }
    | { readonly kind: 'provider' }
    | { readonly kind: 'methods' }
    /** `lines`: more than 1 for multi-line texts; `empty`: what is sent for an empty text. */
    | {
        readonly kind: 'text';
        readonly length: number;
        readonly lines: number;
        readonly empty?: string;
        readonly isNeeded?: boolean;
      }
    | { readonly kind: 'number'; readonly unit: 'unit.days' }
    | { readonly kind: 'limit' }
    | { readonly kind: 'days' }
    | { readonly kind: 'channel'; readonly isPrivate?: true }
    | { readonly kind: 'group' }
  );

export interface SettingGroup {
  readonly title: Key;
  readonly settings: readonly Setting[];
}

/** Marks settings as for owners only. */
export const forOwners = (...settings: readonly Setting[]): readonly Setting[] =>
  settings.map((setting) => ({ ...setting, isOwners: true as const }));

export const check = (name: SettingName): Setting => ({ kind: 'check', name });
export const group = (name: SettingName): Setting => ({ kind: 'group', name });
export const channel = (name: SettingName): Setting => ({ kind: 'channel', name });
export const limit = (name: SettingName): Setting => ({ kind: 'limit', name });
export const option = (value: string | number, label: OptionLabel): Option => ({ value, label });
export const choice = (name: SettingName, ...options: readonly Option[]): Setting => ({
  kind: 'choice',
  name,
  options,
});

/** The label of a value. */
export function optionText({ label }: Option): string {
  return typeof label === 'string' ? t(label as 'type.other') : label.text;
}

/** The name of a login method. */
export function methodName(name: string): string {
  return name === 'Email' || name === 'Dev' ? t(`method.${name}`) : name;
}

export function currentValue(state: State, name: SettingName): unknown {
  return (state as Readonly<Record<string, unknown>>)[`realm_${name}`];
}

/** Why the viewer may not change a setting; undefined if they may. */
export function lockOf(
  state: State,
  { isOwners }: Pick<Setting, 'isOwners'>,
): 'administrators' | 'owners' | undefined {
  if (isOwners && state.is_owner !== true) return 'owners';
  return state.is_admin === true ? undefined : 'administrators';
}
