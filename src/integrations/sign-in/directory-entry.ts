// What an entry of a directory means: who somebody is, and what the configuration takes out of their attributes.

import type { Entry } from 'ldapts';
import { limits } from '../../api-contract/limits.ts';
import type { Directory } from '../../model/sign-in/configuration.ts';
import { directoryIssuer } from '../../model/sign-in/directory.ts';
import { type Identity, nothingSaid, type SaidOfPerson } from '../../model/sign-in/identity.ts';
import { nameIn, vouchedAddress } from './claims.ts';
import { saidIn } from './said.ts';

/** Subjects that are numbers, not texts. */
const BINARY_SUBJECTS = ['objectGUID', 'objectSid', 'GUID'];

/** Whether subjects are bytes, which are stored as hexadecimal digits. */
export function isBinarySubject(attribute: string): boolean {
  return BINARY_SUBJECTS.some((name) => name.toLowerCase() === attribute.toLowerCase());
}

/** Attributes that are asked for as bytes, in the spellings that servers answer with. */
export function binaryAttributes({ subjectAttribute, pictureAttribute }: Directory): string[] {
  const pictures = pictureAttribute === undefined ? [] : [pictureAttribute, 'jpegPhoto', 'thumbnailPhoto'];
  const all = [...BINARY_SUBJECTS, subjectAttribute, ...pictures];
  return [...new Set([...all, ...all.map((name) => name.toLowerCase())])];
}

/** The values of an entry, by the names of attributes in small letters, which mean the same in any case. */
export type Attributes = ReadonlyMap<string, readonly (string | Buffer)[]>;

export function attributesOf(entry: Entry): Attributes {
  return new Map(
    Object.entries(entry)
      .filter(([name]) => name !== 'dn')
      .map(([name, value]) => [name.toLowerCase(), Array.isArray(value) ? value : [value]]),
  );
}

/** The first value of an attribute that is not empty. */
function first(attributes: Attributes, name: string): string | Buffer | undefined {
  return attributes.get(name.toLowerCase())?.find((value) => value.length > 0);
}

/** What stays the same whatever becomes of somebody's name; undefined where the entry does not tell it. */
export function subjectIn(attributes: Attributes, { subjectAttribute }: Directory): string | undefined {
  const value = first(attributes, subjectAttribute);
  if (value === undefined) return undefined;
  const subject = isBinarySubject(subjectAttribute) ? Buffer.from(value).toString('hex') : value.toString();
  const isGood = subject.length <= limits.signInSubjectCharacters && !/[\0\ufffd]/.test(subject);
  return isGood ? subject : undefined;
}

/** Who an entry is, without what it says of them besides; undefined without a subject. */
export function identityIn(attributes: Attributes, directory: Directory): Identity | undefined {
  const subject = subjectIn(attributes, directory);
  if (subject === undefined) return undefined;
  return {
    issuer: directoryIssuer(directory),
    subject,
    // The directory's own word: the configuration says of which domains it counts.
    address: vouchedAddress(directory, first(attributes, directory.addressAttribute)?.toString(), true),
    fullName: nameIn(first(attributes, directory.nameAttribute)?.toString()),
    said: nothingSaid,
  };
}

const small = (text: string) => text.toLowerCase();

/** Role, groups and profile fields; names and values of directories mean the same in any case. */
export function saidOf(
  attributes: Attributes,
  { roles, groups, profileFields }: Directory,
  groupNames: readonly string[] | undefined,
): SaidOfPerson {
  const texts = new Map([...attributes].map(([name, values]) => [name, values.map(String)]));
  if (groupNames) texts.set('groups', [...groupNames]);
  const compared = Object.fromEntries([...texts].map(([name, values]) => [name, values.map(small)]));
  const shown = Object.fromEntries([...texts].map(([name, values]) => [name, values[0]]));
  const memberships = saidIn(compared, {
    roles: roles && {
      ...roles,
      attribute: small(roles.attribute),
      values: roles.values.map(([value, role]) => [small(value), role]),
    },
    groups: groups && {
      attribute: small(groups.attribute),
      values: groups.values.map(([value, name]) => [small(value), name]),
    },
    profileFields: [],
  });
  const fields = profileFields.map(([field, attribute]) => [field, small(attribute)] as const);
  const { profile } = saidIn(shown, { roles: undefined, groups: undefined, profileFields: fields });
  return { ...memberships, profile };
}

/** The picture of an entry. */
export function pictureIn(attributes: Attributes, { pictureAttribute }: Directory): Buffer | undefined {
  if (pictureAttribute === undefined) return undefined;
  const value = first(attributes, pictureAttribute);
  return Buffer.isBuffer(value) ? value : undefined;
}
