// How a personal setting is declared.

import type { Codec } from '../../api-contract/codec.ts';

export interface UserSetting<T> {
  readonly codec: Codec<T>;
  /** Its value where neither the person nor the organization has chosen another. */
  readonly initial: T;
  readonly description: string;
  /** Whether an organization can choose another value for new accounts. */
  readonly hasOrganizationDefault: boolean;
  /** Whether nobody else chooses it, administrators neither: it allows something, or warns of somebody else. */
  readonly isOnesOwn: boolean;
  /** The feature level at which it arrived. */
  readonly since: number | undefined;
}

export type UserSettingTable = Readonly<Record<string, UserSetting<unknown>>>;

interface Notes {
  readonly since?: number;
  readonly hasOrganizationDefault?: false;
  readonly isOnesOwn?: true;
}

/** Declares a personal setting: what values it takes, which one it begins with, and what it is for. */
export function setting<T>(
  codec: Codec<T>,
  initial: NoInfer<T>,
  description: string,
  notes: Notes = {},
): UserSetting<T> {
  return {
    codec,
    initial,
    description,
    hasOrganizationDefault: notes.hasOrganizationDefault ?? true,
    isOnesOwn: notes.isOnesOwn ?? false,
    since: notes.since,
  };
}

/** For settings that only people choose. */
export const ownOnly = { hasOrganizationDefault: false } as const;

/** For settings that people choose for themselves alone: administrators choose them for nobody else. */
export const onesOwn = { ...ownOnly, isOnesOwn: true } as const;

/** The feature level at which a setting arrived. */
export function since(level: number): Notes {
  return { since: level };
}
