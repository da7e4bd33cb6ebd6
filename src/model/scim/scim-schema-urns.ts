// The schema URNs of users and groups (RFC 7643, section 8.7.1), which clients may write before any attribute.

export const USER_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:User';
export const GROUP_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:Group';

/** Removes one of these schemas from the beginning of an attribute's name, regardless of case. */
export function withoutOwnSchema(name: string): string {
  const schemaUrn = [USER_SCHEMA, GROUP_SCHEMA].find((schema) =>
    name.toLowerCase().startsWith(`${schema.toLowerCase()}:`),
  );
  return schemaUrn === undefined ? name : name.slice(schemaUrn.length + 1);
}
