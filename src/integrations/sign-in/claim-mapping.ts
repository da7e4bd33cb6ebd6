// Maps a provider's claims, as configured, to a role, groups and values of profile fields.

import {
  type Codec,
  decodedOrUndefined,
  isRecord,
  jsonText,
  text,
  validItems,
} from '../../api-contract/codec.ts';
import { limits } from '../../api-contract/limits.ts';
import type { PersonClaims } from '../../model/sign-in/identity.ts';
import type { AttributeMapping } from '../../model/sign-in/sign-in-configuration.ts';

type Claims = Readonly<Record<string, unknown>>;

/** The value of an attribute by its name, or by a dotted path into objects. */
export function attributeIn(claims: Claims, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name];
  let value: unknown = claims;
  for (const step of name.split('.')) {
    if (!isRecord(value) || !Object.hasOwn(value, step)) return undefined;
    value = value[step];
  }
  return value;
}

/** The value of an attribute; undefined if it is missing or the codec refuses it. */
export function decodedAttribute<T>(codec: Codec<T>, claims: Claims, name: string): T | undefined {
  return decodedOrUndefined(codec, attributeIn(claims, name));
}

const texts = validItems(jsonText);

/** The strings of an attribute with one or several values. */
function textsIn(claims: Claims, name: string): ReadonlySet<string> {
  const one = decodedAttribute(jsonText, claims, name);
  return new Set(one === undefined ? decodedAttribute(texts, claims, name) : [one]);
}

const profileValue = text({ maximum: limits.profileFieldValueCodePoints });

/** The highest role among the mapped values. */
function roleIn(claims: Claims, roles: AttributeMapping['roles']): PersonClaims['role'] {
  if (!roles) return undefined;
  const claimedValues = textsIn(claims, roles.attribute);
  const matching = roles.values.filter(([value]) => claimedValues.has(value)).map(([, role]) => role);
  return matching.length > 0 ? matching.reduce((one, other) => (one < other ? one : other)) : roles.otherwise;
}

/** All configured mappings of the claims. */
export function mappedClaims(
  claims: Claims,
  { roles, groups, profileFields }: AttributeMapping,
): PersonClaims {
  const inGroups = groups && textsIn(claims, groups.attribute);
  const memberships = new Map<string, boolean>();
  for (const [value, name] of groups?.values ?? [])
    memberships.set(name, memberships.get(name) === true || inGroups?.has(value) === true);
  const profile = profileFields.flatMap(([field, attribute]) => {
    const value = decodedAttribute(profileValue, claims, attribute);
    return value === undefined ? [] : [{ field, value: value.trim() }];
  });
  return {
    role: roleIn(claims, roles),
    groups: [...memberships].map(([name, isMember]) => ({ name, isMember })),
    profile: profile.filter(({ value }) => value !== ''),
  };
}
