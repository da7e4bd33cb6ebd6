// One name here, several in SCIM: `name.formatted`, its parts, and `displayName`. The parts that were sent are kept beside the
// name that they belong to, and shown as long as it is the account's; otherwise the last word counts as the family's.

import type { UserForm } from './user-form.ts';

export interface NameParts {
  readonly givenName: string;
  readonly familyName: string;
}

/** Parts with the whole name that they were sent for. */
export interface KeptParts extends NameParts {
  readonly of: string;
}

/** The parts of a name. */
export function partsOf(fullName: string, kept: KeptParts | undefined): NameParts {
  if (kept?.of === fullName) return { givenName: kept.givenName, familyName: kept.familyName };
  const space = fullName.lastIndexOf(' ');
  if (space < 0) return { givenName: fullName, familyName: '' };
  return { givenName: fullName.slice(0, space).trim(), familyName: fullName.slice(space + 1) };
}

/** A name as it is from now on, with parts where some were sent. */
export interface SaidName {
  readonly fullName: string;
  readonly parts: NameParts | undefined;
}

/**
 * The name that a request gives somebody; undefined where it gives none. `name.formatted` counts before the parts, and those
 * before `displayName`; one that repeats the present name leaves the word to changed parts, since programs send back what they read.
 */
export function saidName(
  { name, displayName }: UserForm,
  present?: { readonly fullName: string; readonly parts: NameParts },
): SaidName | undefined {
  const before = present?.parts ?? { givenName: '', familyName: '' };
  const isOfParts = name.givenName !== undefined || name.familyName !== undefined;
  const sent = {
    givenName: name.givenName ?? before.givenName,
    familyName: name.familyName ?? before.familyName,
  };
  const parts = isOfParts ? sent : undefined;
  if (name.formatted && name.formatted !== present?.fullName) return { fullName: name.formatted, parts };
  const joined = isOfParts ? `${sent.givenName} ${sent.familyName}`.trim() : '';
  const isOtherParts = sent.givenName !== before.givenName || sent.familyName !== before.familyName;
  if (joined !== '' && isOtherParts) return { fullName: joined, parts };
  const isNamed = Boolean(name.formatted) || joined !== '';
  return displayName && !isNamed ? { fullName: displayName, parts: undefined } : undefined;
}
