// An account has one name; SCIM has four attributes for it: `name.formatted`, its two parts, and `displayName`. The attributes
// are stored as the provider sent them, and shown as long as the account still has the name that they gave it. An attribute
// that was not sent is derived from the account's name, of which the last word counts as the family's.

import type { UserForm } from './user-form.ts';

/** The attributes of SCIM that hold a name. */
type NameAttribute = 'formatted' | 'givenName' | 'familyName' | 'displayName';

/** Attributes with their values; one without a value is derived, and an empty one was removed. */
export type SentNames = Readonly<Partial<Record<NameAttribute, string>>>;

/** Attributes with the name of the account that they belong to. */
export interface KeptNames {
  readonly of: string;
  readonly sent: SentNames;
}

function derivedParts(fullName: string): { givenName: string; familyName: string } {
  const space = fullName.lastIndexOf(' ');
  if (space < 0) return { givenName: fullName, familyName: '' };
  return { givenName: fullName.slice(0, space).trim(), familyName: fullName.slice(space + 1) };
}

/** What a provider sent for the present name; nothing where the account was renamed since. */
function currentNames(fullName: string, kept: KeptNames | undefined): SentNames {
  return kept?.of === fullName ? kept.sent : {};
}

/** The values that are shown for a name; empty: the attribute has none. */
export function shownNames(fullName: string, kept: KeptNames | undefined): Record<NameAttribute, string> {
  const sent = currentNames(fullName, kept);
  const hasParts = sent.givenName !== undefined || sent.familyName !== undefined;
  const parts = hasParts ? { givenName: '', familyName: '' } : derivedParts(fullName);
  return { formatted: fullName, ...parts, displayName: fullName, ...sent };
}

/** The name of an account after a request, with the attributes to store for it. */
export interface ResultingName {
  readonly fullName: string;
  readonly sent: SentNames;
}

function joined({ givenName = '', familyName = '' }: SentNames): string {
  return `${givenName} ${familyName}`.trim();
}

/** The attributes that a request names. */
function namedIn({ name, displayName }: UserForm): SentNames {
  return { ...name, ...(displayName !== undefined && { displayName }) };
}

/** The name that a request gives a new account; undefined where it gives none. */
export function firstNameIn(form: UserForm): ResultingName | undefined {
  const sent = Object.fromEntries(Object.entries(namedIn(form)).filter(([, value]) => value !== ''));
  const fullName = nameOf(sent);
  return fullName === '' ? undefined : { fullName, sent };
}

/** `name.formatted` counts before the parts, and those before `displayName`. */
function nameOf(sent: SentNames): string {
  return sent.formatted || joined(sent) || sent.displayName || '';
}

/**
 * A new name, if the request gives one; an attribute that repeats what is shown leaves the choice to those that change. To remove
 * a part gives none as long as `name.formatted` is there.
 */
function newName(
  form: UserForm,
  fullName: string,
  shown: SentNames,
  before: SentNames,
): ResultingName | undefined {
  const { formatted, givenName, familyName } = form.name;
  const hasParts = givenName !== undefined || familyName !== undefined;
  const parts = hasParts
    ? {
        givenName: givenName ?? shown.givenName ?? '',
        familyName: familyName ?? shown.familyName ?? '',
      }
    : {};
  const said = { ...namedIn(form), ...parts };
  if (formatted && formatted !== fullName) return { fullName: formatted, sent: said };
  const isRemoval = Boolean(before.formatted) && (givenName === '' || familyName === '');
  const whole = isRemoval ? '' : joined(parts);
  if (whole !== '' && whole !== joined(shown) && whole !== fullName) {
    const { formatted: _repeated, ...others } = said;
    return { fullName: whole, sent: others };
  }
  const isNamed = Boolean(formatted) || whole !== '';
  if (form.displayName && !isNamed && form.displayName !== fullName)
    return { fullName: form.displayName, sent: said };
  return undefined;
}

/**
 * The name of an account after a request that changes it. Where attributes are removed, those that are left name the account;
 * where none is left it keeps its name, since an account cannot be without one.
 */
export function resultingName(form: UserForm, fullName: string, kept: KeptNames | undefined): ResultingName {
  const shown = shownNames(fullName, kept);
  const before = currentNames(fullName, kept);
  const renamed = newName(form, fullName, shown, before);
  if (renamed) return renamed;
  const named = namedIn(form);
  const hasParts = named.givenName !== undefined || named.familyName !== undefined;
  const parts = hasParts ? { givenName: shown.givenName, familyName: shown.familyName } : {};
  const sent = { ...parts, ...before, ...named };
  const isRemoval = Object.values(named).includes('');
  return { fullName: (isRemoval && nameOf(sent)) || fullName, sent };
}
