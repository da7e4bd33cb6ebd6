// The names of the schemas of users and groups (RFC 7643, section 8.7.1), which programs may write before any attribute.

export const USER_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:User';
export const GROUP_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:Group';

/** The name of an attribute without the schema before it, where that is one of these, in any case. */
export function withoutOwnSchema(name: string): string {
  const own = [USER_SCHEMA, GROUP_SCHEMA].find((schema) =>
    name.toLowerCase().startsWith(`${schema.toLowerCase()}:`),
  );
  return own === undefined ? name : name.slice(own.length + 1);
}
