// Reads a person's identity and configured attributes from a directory entry.

import type { Entry } from 'ldapts';
import { limits } from '../../api-contract/limits.ts';
import { directoryIssuer } from '../../model/sign-in/directory-client.ts';
import { type Identity, noClaims, type PersonClaims } from '../../model/sign-in/identity.ts';
import type { Directory } from '../../model/sign-in/sign-in-configuration.ts';
import { mappedClaims } from './claim-mapping.ts';
import { nameIn, vouchedAddress } from './claims.ts';

/** Subject attributes with binary values. */
const BINARY_SUBJECTS = ['objectGUID', 'objectSid', 'GUID'];

/** Whether subjects are bytes, which are stored as hexadecimal digits. */
export function isBinarySubject(attribute: string): boolean {
  return BINARY_SUBJECTS.some((name) => name.toLowerCase() === attribute.toLowerCase());
}

/** The attributes requested as bytes, in the spellings that servers respond with. */
export function binaryAttributes({ subjectAttribute, pictureAttribute }: Directory): string[] {
  const pictures = pictureAttribute === undefined ? [] : [pictureAttribute, 'jpegPhoto', 'thumbnailPhoto'];
  const all = [...BINARY_SUBJECTS, subjectAttribute, ...pictures];
  return [...new Set([...all, ...all.map((name) => name.toLowerCase())])];
}

/** An entry's values by lower-case attribute name; attribute names are case-insensitive. */
export type Attributes = ReadonlyMap<string, readonly (string | Buffer)[]>;

export function attributesOf(entry: Entry): Attributes {
  return new Map(
    Object.entries(entry)
      .filter(([name]) => name !== 'dn')
      .map(([name, value]) => [name.toLowerCase(), Array.isArray(value) ? value : [value]]),
  );
}

/** The first non-empty value of an attribute. */
function firstValue(attributes: Attributes, name: string): string | Buffer | undefined {
  return attributes.get(name.toLowerCase())?.find((value) => value.length > 0);
}

/** The identifier that survives renaming; undefined if the entry has none, or it is unusable. */
export function subjectIn(attributes: Attributes, { subjectAttribute }: Directory): string | undefined {
  const value = firstValue(attributes, subjectAttribute);
  if (value === undefined) return undefined;
  const subject = isBinarySubject(subjectAttribute) ? Buffer.from(value).toString('hex') : value.toString();
  const isValid = subject.length <= limits.signInSubjectCharacters && !/[\0\ufffd]/.test(subject);
  return isValid ? subject : undefined;
}

/** The entry's identity, without its other attributes; undefined without a subject. */
export function identityIn(attributes: Attributes, directory: Directory): Identity | undefined {
  const subject = subjectIn(attributes, directory);
  if (subject === undefined) return undefined;
  return {
    issuer: directoryIssuer(directory),
    subject,
    // The directory vouches for its addresses, within the configured domains.
    address: vouchedAddress(directory, firstValue(attributes, directory.addressAttribute)?.toString(), true),
    fullName: nameIn(firstValue(attributes, directory.nameAttribute)?.toString()),
    claims: noClaims,
  };
}

const lower = (text: string) => text.toLowerCase();

/** Maps attributes to a role, groups and profile fields; a directory's names and values are case-insensitive. */
export function mappedAttributes(
  attributes: Attributes,
  { roles, groups, profileFields }: Directory,
  groupNames: readonly string[] | undefined,
): PersonClaims {
  const texts = new Map([...attributes].map(([name, values]) => [name, values.map(String)]));
  if (groupNames) texts.set('groups', [...groupNames]);
  const lowerCaseTexts = Object.fromEntries([...texts].map(([name, values]) => [name, values.map(lower)]));
  const firstValues = Object.fromEntries([...texts].map(([name, values]) => [name, values[0]]));
  const memberships = mappedClaims(lowerCaseTexts, {
    roles: roles && {
      ...roles,
      attribute: lower(roles.attribute),
      values: roles.values.map(([value, role]) => [lower(value), role]),
    },
    groups: groups && {
      attribute: lower(groups.attribute),
      values: groups.values.map(([value, name]) => [lower(value), name]),
    },
    profileFields: [],
  });
  const fields = profileFields.map(([field, attribute]) => [field, lower(attribute)] as const);
  const { profile } = mappedClaims(firstValues, {
    roles: undefined,
    groups: undefined,
    profileFields: fields,
  });
  return { ...memberships, profile };
}

export function pictureIn(attributes: Attributes, { pictureAttribute }: Directory): Buffer | undefined {
  if (pictureAttribute === undefined) return undefined;
  const value = firstValue(attributes, pictureAttribute);
  return Buffer.isBuffer(value) ? value : undefined;
}
