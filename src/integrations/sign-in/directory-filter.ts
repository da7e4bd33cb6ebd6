// LDAP filters for people by subject, and the default filter of people who may have an account.

import { AndFilter, EqualityFilter, type Filter, FilterParser, OrFilter } from 'ldapts';
import { isBinarySubject } from './directory-entry.ts';

/** Active Directory: the account is not disabled (bit 2 of userAccountControl). */
const NOT_DISABLED = '(!(userAccountControl:1.2.840.113556.1.4.803:=2))';

/** Matches everyone whom the login filter can find; in Active Directory, only enabled accounts. */
export function defaultSyncFilter(loginFilter: string, subjectAttribute: string): string {
  const allLogins = loginFilter.replaceAll('{name}', '*');
  return subjectAttribute.toLowerCase() === 'objectguid' ? `(&${allLogins}${NOT_DISABLED})` : allLogins;
}

/** Matches the given subjects if they also match the filter. */
export function subjectsFilter(filter: string, attribute: string, subjects: readonly string[]): Filter {
  const isBinary = isBinarySubject(attribute);
  const anyOf = subjects.map((subject) => {
    const value = isBinary ? Buffer.from(subject, 'hex') : subject;
    return new EqualityFilter({ attribute, value });
  });
  return new AndFilter({ filters: [FilterParser.parseString(filter), new OrFilter({ filters: anyOf })] });
}
