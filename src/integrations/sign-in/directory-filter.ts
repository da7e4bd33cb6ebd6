// Filters of LDAP for people by their subjects, and the default filter of those who may have an account.

import { AndFilter, EqualityFilter, type Filter, FilterParser, OrFilter } from 'ldapts';
import { isBinarySubject } from './directory-entry.ts';

/** Active Directory: the account is not disabled (bit 2 of userAccountControl). */
const NOT_DISABLED = '(!(userAccountControl:1.2.840.113556.1.4.803:=2))';

/** Those whom the filter of logging in can find; in Active Directory, those whose accounts are not disabled. */
export function defaultSyncFilter(loginFilter: string, subjectAttribute: string): string {
  const anybody = loginFilter.replaceAll('{name}', '*');
  return subjectAttribute.toLowerCase() === 'objectguid' ? `(&${anybody}${NOT_DISABLED})` : anybody;
}

/** Those of some people who match a filter. */
export function subjectsFilter(filter: string, attribute: string, subjects: readonly string[]): Filter {
  const isBinary = isBinarySubject(attribute);
  const anyOf = subjects.map((subject) => {
    const value = isBinary ? Buffer.from(subject, 'hex') : subject;
    return new EqualityFilter({ attribute, value });
  });
  return new AndFilter({ filters: [FilterParser.parseString(filter), new OrFilter({ filters: anyOf })] });
}
