// Describes a personal setting for its screen: its name in the API, its label and its values.

import type { InputOf } from '../../client/api-types.ts';
import { type Key, t } from '../i18n/texts.ts';

/** The name of a setting in the API. */
export type SettingName = keyof InputOf<'update-settings'>;
export type SettingValue = string | number | boolean | null;

export interface Option {
  readonly value: SettingValue;
  /** A key, or a text that needs no translation. */
  readonly label:
    | Key
    | { readonly text: string }
    | { readonly sound: number }
    | { readonly pixels: number }
    | { readonly percent: number }
    | { readonly minutes: number }
    | { readonly hours: number }
    | { readonly days: number };
}

export type Control =
  | { readonly kind: 'check'; readonly name: SettingName; readonly label: Key }
  | {
      readonly kind: 'choice';
      readonly name: SettingName;
      readonly label: Key;
      readonly options: readonly Option[];
    };

export interface Group {
  readonly title: Key;
  readonly controls: readonly Control[];
}

export const check = (name: SettingName, label: Key): Control => ({ kind: 'check', name, label });
export const choice = (name: SettingName, label: Key, options: readonly Option[]): Control => ({
  kind: 'choice',
  name,
  label,
  options,
});
export const option = (value: SettingValue, label: Option['label']): Option => ({ value, label });

/** The label of a value. */
export function optionText({ label }: Option): string {
  if (typeof label === 'string') return t(label as 'settings.never');
  if ('text' in label) return label.text;
  if ('sound' in label) return t('settings.soundNumber', { number: label.sound });
  if ('pixels' in label) return t('settings.pixels', { count: label.pixels });
  if ('percent' in label) return t('settings.percent', { count: label.percent });
  if ('minutes' in label) return t('moreSettings.minutes', { count: label.minutes });
  return 'hours' in label
    ? t('moreSettings.hours', { count: label.hours })
    : t('moreSettings.days', { count: label.days });
}
