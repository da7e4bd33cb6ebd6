// A directory of people, as logging in asks it: it finds who is meant by a name, then says whether a password is theirs.

import type { Directory, DirectorySync } from './configuration.ts';
import type { Identity } from './identity.ts';

/** Whom a directory says a password belongs to. */
export interface DirectoryPerson extends Identity {
  /** Their picture, as it lies in the directory; undefined where it has none or none is asked for. */
  readonly picture: Buffer | undefined;
}

/** One directory. */
export interface DirectoryDoor {
  readonly provider: Directory;
  /** Calls the directory by this name in what is stored, instead of by an address that may change. */
  readonly issuer: string;
  /**
   * Whose name and password these are; undefined where they are nobody's.
   * @param found is told whom the name means before the password is tried; what it throws stops that
   * @throws SignInFailed where the directory cannot be asked
   */
  authenticate(
    name: string,
    password: string,
    found: (whom: Identity) => Promise<void>,
  ): Promise<DirectoryPerson | undefined>;
  /**
   * Which of some people the directory has, and lets have an account.
   * @throws SignInFailed where it cannot be asked, and where it has no people at all
   */
  present(subjects: readonly string[], sync: DirectorySync): Promise<ReadonlySet<string>>;
}

/** What a directory is called where it says who somebody is. */
export function directoryIssuer({ id }: Pick<Directory, 'id'>): string {
  return `ldap:${id}`;
}
