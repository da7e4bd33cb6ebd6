// Declares personal settings.

import type { Codec } from '../../api-contract/codec.ts';

export interface UserSetting<T> {
  readonly codec: Codec<T>;
  /** The value if neither the person nor the organization has chosen another. */
  readonly initial: T;
  readonly description: string;
  /** Whether an organization can choose another value for new accounts. */
  readonly hasOrganizationDefault: boolean;
  /** Whether only the person may change it, not even administrators, because it grants access or warns of misuse. */
  readonly isSelfOnly: boolean;
  /** The feature level at which it was added; undefined if none is stated. */
  readonly since: number | undefined;
}

export type UserSettingTable = Readonly<Record<string, UserSetting<unknown>>>;

interface UserSettingOptions {
  readonly since?: number;
  readonly hasOrganizationDefault?: false;
  readonly isSelfOnly?: true;
}

/** Declares a personal setting: its values, its initial value and its purpose. */
export function defineUserSetting<T>(
  codec: Codec<T>,
  initial: NoInfer<T>,
  description: string,
  options: UserSettingOptions = {},
): UserSetting<T> {
  return {
    codec,
    initial,
    description,
    hasOrganizationDefault: options.hasOrganizationDefault ?? true,
    isSelfOnly: options.isSelfOnly ?? false,
    since: options.since,
  };
}

/** For settings that have no organization-wide default. */
export const withoutOrganizationDefault = { hasOrganizationDefault: false } as const;

/** For settings that people change only for themselves; administrators cannot change them for others. */
export const selfOnly = { ...withoutOrganizationDefault, isSelfOnly: true } as const;

/** The feature level at which a setting was added. */
export function sinceLevel(level: number): UserSettingOptions {
  return { since: level };
}
