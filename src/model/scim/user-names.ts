// Maps an account's single name to SCIM's four attributes: `name.formatted`, its two parts, and `displayName`.
// They are stored as the provider sent them, and returned as long as the account still has the name that they
// gave it. An attribute that was not sent is derived from the account's name, whose last word is taken as the
// family name.

import type { UserChange } from './user-change.ts';

/** The SCIM attributes that contain a name. */
type NameAttribute = 'formatted' | 'givenName' | 'familyName' | 'displayName';

/** Attributes with their values. An absent one is derived; an empty one was removed. */
export type SentNames = Readonly<Partial<Record<NameAttribute, string>>>;

/** Attributes, and the account's name at the time they were stored. */
export interface StoredNames {
  readonly fullName: string;
  readonly sent: SentNames;
}

function derivedParts(fullName: string): { givenName: string; familyName: string } {
  const space = fullName.lastIndexOf(' ');
  if (space < 0) return { givenName: fullName, familyName: '' };
  return { givenName: fullName.slice(0, space).trim(), familyName: fullName.slice(space + 1) };
}

/** The attributes that a provider sent for the current name; empty if the account was renamed since. */
function currentNames(fullName: string, stored: StoredNames | undefined): SentNames {
  return stored?.fullName === fullName ? stored.sent : {};
}

/** The values that are returned for a name; empty if the attribute has none. */
export function currentNameValues(
  fullName: string,
  stored: StoredNames | undefined,
): Record<NameAttribute, string> {
  const sent = currentNames(fullName, stored);
  const hasParts = sent.givenName !== undefined || sent.familyName !== undefined;
  const parts = hasParts ? { givenName: '', familyName: '' } : derivedParts(fullName);
  return { formatted: fullName, ...parts, displayName: fullName, ...sent };
}

/** The name of an account after a request, and the attributes to store. */
export interface ResultingName {
  readonly fullName: string;
  readonly sent: SentNames;
}

function joinNames({ givenName = '', familyName = '' }: SentNames): string {
  return `${givenName} ${familyName}`.trim();
}

/** The name attributes in a request. */
function nameAttributesIn({ name, displayName }: UserChange): SentNames {
  return { ...name, ...(displayName !== undefined && { displayName }) };
}

/** The name that a request gives a new account; undefined if it gives none. */
export function initialName(form: UserChange): ResultingName | undefined {
  const sent = Object.fromEntries(Object.entries(nameAttributesIn(form)).filter(([, value]) => value !== ''));
  const fullName = nameOf(sent);
  return fullName === '' ? undefined : { fullName, sent };
}

/** `name.formatted` takes precedence over the parts, and those over `displayName`. */
function nameOf(sent: SentNames): string {
  return sent.formatted || joinNames(sent) || sent.displayName || '';
}

/**
 * The new name that a request gives, if any. An attribute that repeats the current value leaves the decision to
 * those that change. Removing a part does not give a new name as long as `name.formatted` exists.
 */
function newName(
  form: UserChange,
  fullName: string,
  current: SentNames,
  before: SentNames,
): ResultingName | undefined {
  const { formatted, givenName, familyName } = form.name;
  const hasParts = givenName !== undefined || familyName !== undefined;
  const parts = hasParts
    ? {
        givenName: givenName ?? current.givenName ?? '',
        familyName: familyName ?? current.familyName ?? '',
      }
    : {};
  const sent = { ...nameAttributesIn(form), ...parts };
  if (formatted && formatted !== fullName) return { fullName: formatted, sent };
  const isRemoval = Boolean(before.formatted) && (givenName === '' || familyName === '');
  const joinedName = isRemoval ? '' : joinNames(parts);
  if (joinedName !== '' && joinedName !== joinNames(current) && joinedName !== fullName) {
    const { formatted: _repeated, ...others } = sent;
    return { fullName: joinedName, sent: others };
  }
  const isNamed = Boolean(formatted) || joinedName !== '';
  if (form.displayName && !isNamed && form.displayName !== fullName)
    return { fullName: form.displayName, sent };
  return undefined;
}

/**
 * The name of an account after a request that changes it. If attributes are removed, the remaining ones
 * determine the name. If none remains, the account keeps its name, because it must have one.
 */
export function resultingName(
  form: UserChange,
  fullName: string,
  stored: StoredNames | undefined,
): ResultingName {
  const current = currentNameValues(fullName, stored);
  const before = currentNames(fullName, stored);
  const renamed = newName(form, fullName, current, before);
  if (renamed) return renamed;
  const attributes = nameAttributesIn(form);
  const hasParts = attributes.givenName !== undefined || attributes.familyName !== undefined;
  const parts = hasParts ? { givenName: current.givenName, familyName: current.familyName } : {};
  const sent = { ...parts, ...before, ...attributes };
  const isRemoval = Object.values(attributes).includes('');
  return { fullName: (isRemoval && nameOf(sent)) || fullName, sent };
}
