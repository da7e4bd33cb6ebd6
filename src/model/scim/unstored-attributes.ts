// Attributes that a change may contain although they are not stored. Identity providers map all standard user
// attributes by default, and would stop syncing a person if one of them were refused. Any other name is a
// mistake and refused.

import { scimError } from './scim-errors.ts';

const ENTERPRISE = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:user';

/** Attributes of users in the standard (RFC 7643, section 4.1). */
const userAttributes: ReadonlySet<string> = new Set([
  'schemas',
  'nickname',
  'profileurl',
  'title',
  'usertype',
  'preferredlanguage',
  'locale',
  'timezone',
  'emails',
  'phonenumbers',
  'ims',
  'photos',
  'addresses',
  'entitlements',
  'x509certificates',
]);

/** Parts of a user's name. */
const nameParts: ReadonlySet<string> = new Set(['middlename', 'honorificprefix', 'honorificsuffix']);

function unknownAttribute(name: string): Error {
  return scimError(400, 'invalidPath', `There is no attribute "${name}".`);
}

/**
 * Refuses a user attribute that is not in the standard.
 * @param name in lower case
 */
export function checkStandardUserAttribute(name: string): void {
  const isExtension = name === ENTERPRISE || name.startsWith(`${ENTERPRISE}:`);
  if (!isExtension && !userAttributes.has(name)) throw unknownAttribute(name);
}

/** Refuses a part of a name that is not in the standard. */
export function checkStandardNamePart(part: string): void {
  if (!nameParts.has(part)) throw unknownAttribute(`name.${part}`);
}

/** Refuses a group attribute that is not in the standard. */
export function checkStandardGroupAttribute(name: string): void {
  if (name !== 'schemas') throw unknownAttribute(name);
}

/** Refuses parts and filters of an attribute with a single plain value. */
export function checkIsSimpleAttribute(name: string, path: readonly string[], filter: unknown): void {
  if (path.length > 1 || filter !== undefined)
    throw scimError(400, 'invalidPath', `"${name}" is a single value without sub-attributes.`);
}
