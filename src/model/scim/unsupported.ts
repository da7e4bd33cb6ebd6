// Attributes that a change may name although nothing is stored for them. Identity providers map all attributes of the standard's
// users by default, and would stop syncing a person if one of them were refused. Any other name is a mistake, and refused.

import { scimRefusal } from './refusals.ts';

const ENTERPRISE = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:user';

/** Of users (RFC 7643, section 4.1). */
const ofUsers: ReadonlySet<string> = new Set([
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
const ofNames: ReadonlySet<string> = new Set(['middlename', 'honorificprefix', 'honorificsuffix']);

function unknown(name: string): Error {
  return scimRefusal(400, 'invalidPath', `There is no attribute "${name}".`);
}

/** Refuses an attribute of users that the standard does not have. @param name in lower case */
export function checkStandardUserAttribute(name: string): void {
  const isExtension = name === ENTERPRISE || name.startsWith(`${ENTERPRISE}:`);
  if (!isExtension && !ofUsers.has(name)) throw unknown(name);
}

/** Refuses a part of a name that the standard does not have. */
export function checkStandardNamePart(part: string): void {
  if (!ofNames.has(part)) throw unknown(`name.${part}`);
}

/** Refuses an attribute of groups that the standard does not have. */
export function checkStandardGroupAttribute(name: string): void {
  if (name !== 'schemas') throw unknown(name);
}

/** Refuses parts and filters of an attribute that has a single plain value. */
export function checkIsPlain(name: string, path: readonly string[], filter: unknown): void {
  if (path.length > 1 || filter !== undefined)
    throw scimRefusal(400, 'invalidPath', `"${name}" has a single value without parts.`);
}
