// Limits of SCIM, by which identity providers write people and groups.

import { MEBIBYTE } from './mebibyte.ts';

export const scimLimits = {
  /** The minimum length of a SCIM token, and the maximum length of an external id. */
  scimTokenCharacters: 32,
  scimExternalIdCodePoints: 255,
  scimRequestsPerMinute: 3000,
  scimBodyBytes: MEBIBYTE,
  /** One filter or path: characters, terms, and nesting of brackets. */
  scimFilterCharacters: 2000,
  scimFilterTerms: 50,
  scimFilterDepth: 10,
  /** Resources in one answer, and total members of the groups in it, above which no further group is included. */
  scimResourcesPerPage: 200,
  scimMembersPerPage: 20_000,
  /** Members that one request adds or names, and operations in it. */
  scimMembersPerRequest: 5000,
  scimOperationsPerRequest: 1000,
  /** Role values of one user, sent at once or after any change; and changes of them in one request. */
  scimRolesPerUser: 100,
} as const;
