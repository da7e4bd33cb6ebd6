// Bounds: what an identity provider writes of people and groups.

import { MEBIBYTE } from './mebibyte.ts';

export const scimLimits = {
  /** Of a token of an identity provider that writes people and groups here, at least; and of what it calls one of them. */
  scimTokenCharacters: 32,
  scimExternalIdCodePoints: 255,
  scimRequestsPerMinute: 3000,
  scimBodyBytes: MEBIBYTE,
  /** Of one filter or path: characters, terms, and brackets in each other. */
  scimFilterCharacters: 2000,
  scimFilterTerms: 50,
  scimFilterDepth: 10,
  /** Resources in one answer, and the members of the groups among them, beyond which no further group is in it. */
  scimResourcesPerPage: 200,
  scimMembersPerPage: 20_000,
  /** That one request puts into a group or names of it, and changes that it asks for. */
  scimMembersPerRequest: 5000,
  scimOperationsPerRequest: 1000,
  /** Values of one user's roles, sent at once or after any change; and the changes of them that one request asks for. */
  scimRolesPerUser: 100,
} as const;
