// The interface to a directory for logging in: it finds the person for a name, and checks their password.

import type { Identity } from './identity.ts';
import type { Directory, DirectorySync } from './sign-in-configuration.ts';

/** The person whose password was confirmed. */
export interface DirectoryPerson extends Identity {
  /** The picture as the directory stores it; undefined if there is none or none is configured. */
  readonly picture: Buffer | undefined;
}

/** A connection to one directory. */
export interface DirectoryClient {
  readonly provider: Directory;
  /** The directory's name in stored rows, used because its URL may change. */
  readonly issuer: string;
  /**
   * The person with a name and password; undefined if they do not match.
   * @param onFound called with the person before the password is tried; an error that it throws prevents the attempt
   * @throws SignInError if the directory cannot be queried
   */
  authenticate(
    name: string,
    password: string,
    onFound: (identity: Identity) => Promise<void>,
  ): Promise<DirectoryPerson | undefined>;
  /**
   * Which of the given people the directory contains and allows to have an account.
   * @throws SignInError if it cannot be queried, or if it contains no people at all
   */
  presentSubjects(subjects: readonly string[], sync: DirectorySync): Promise<ReadonlySet<string>>;
}

/** The issuer of a directory's identities. */
export function directoryIssuer({ id }: Pick<Directory, 'id'>): string {
  return `ldap:${id}`;
}
