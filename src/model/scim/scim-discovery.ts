// Describes this server to SCIM clients (RFC 7643, sections 5 to 7): its capabilities, its resource types, and
// their attributes.

import { limits } from '../../api-contract/limits.ts';
import type { ScimResource } from './scim-resources.ts';
import { GROUP_SCHEMA, USER_SCHEMA } from './scim-schema-urns.ts';

interface Attribute {
  readonly name: string;
  readonly type?: 'boolean' | 'complex' | 'reference';
  readonly multiValued?: true;
  readonly description: string;
  readonly required?: true;
  readonly caseExact?: true;
  readonly mutability?: 'readOnly' | 'immutable';
  readonly uniqueness?: 'server';
  readonly referenceTypes?: readonly string[];
  readonly canonicalValues?: readonly string[];
  readonly subAttributes?: readonly Attribute[];
}

/** Fills in everything that the protocol requires, including defaults. */
function wireAttribute(attribute: Attribute): ScimResource {
  const { type = 'string', multiValued = false, required = false, subAttributes } = attribute;
  return {
    name: attribute.name,
    type,
    multiValued,
    description: attribute.description,
    required,
    ...(type !== 'boolean' && type !== 'complex' && { caseExact: attribute.caseExact ?? false }),
    mutability: attribute.mutability ?? 'readWrite',
    returned: 'default',
    uniqueness: attribute.uniqueness ?? 'none',
    ...(attribute.canonicalValues && { canonicalValues: attribute.canonicalValues }),
    ...(attribute.referenceTypes && { referenceTypes: attribute.referenceTypes }),
    ...(subAttributes && { subAttributes: subAttributes.map(wireAttribute) }),
  };
}

const roles = (values: readonly string[]): Attribute => ({
  name: 'roles',
  type: 'complex',
  multiValued: true,
  description:
    'Values that the server configuration maps to roles. The highest role applies; other values are rejected.',
  subAttributes: [{ name: 'value', description: 'The value.', caseExact: true, canonicalValues: values }],
});

const userAttributes: readonly Attribute[] = [
  {
    name: 'userName',
    description: 'The email address, which people log in with.',
    required: true,
    uniqueness: 'server',
  },
  {
    name: 'name',
    type: 'complex',
    description: 'The name.',
    subAttributes: [
      { name: 'formatted', description: 'The full name as displayed.' },
      { name: 'givenName', description: 'With familyName, the full name if formatted is not sent.' },
      { name: 'familyName', description: 'With givenName, the full name if formatted is not sent.' },
    ],
  },
  { name: 'displayName', description: 'The full name; used if no name is sent.' },
  {
    name: 'active',
    type: 'boolean',
    description: 'Whether the account is active. True for new users by default; cannot be removed.',
    required: true,
  },
  {
    name: 'emails',
    type: 'complex',
    multiValued: true,
    description: 'The address of userName; values sent here are ignored.',
    mutability: 'readOnly',
    subAttributes: [
      { name: 'value', description: 'The address.', mutability: 'readOnly' },
      { name: 'type', description: 'Always work.', mutability: 'readOnly' },
      { name: 'primary', type: 'boolean', description: 'Always true.', mutability: 'readOnly' },
    ],
  },
  {
    name: 'groups',
    type: 'complex',
    multiValued: true,
    description: 'The groups of the user; change them through their members.',
    mutability: 'readOnly',
    subAttributes: [
      { name: 'value', description: 'The ID of the group.', caseExact: true, mutability: 'readOnly' },
      {
        name: '$ref',
        type: 'reference',
        referenceTypes: ['Group'],
        description: 'The URL of the group.',
        caseExact: true,
        mutability: 'readOnly',
      },
      { name: 'display', description: 'The name of the group.', mutability: 'readOnly' },
      { name: 'type', description: 'Always direct.', mutability: 'readOnly' },
    ],
  },
];

const groupAttributes: readonly Attribute[] = [
  { name: 'displayName', description: 'The name of the group.', required: true, uniqueness: 'server' },
  {
    name: 'members',
    type: 'complex',
    multiValued: true,
    description: 'The members of the group.',
    subAttributes: [
      { name: 'value', description: 'The ID of the user.', caseExact: true, mutability: 'immutable' },
      {
        name: '$ref',
        type: 'reference',
        referenceTypes: ['User'],
        description: 'The URL of the user; "value" is used.',
        caseExact: true,
        mutability: 'immutable',
      },
      { name: 'type', description: 'Always User.', mutability: 'immutable', canonicalValues: ['User'] },
    ],
  },
];

function schema(url: string, id: string, name: string, attributes: readonly Attribute[]): ScimResource {
  return {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:Schema'],
    id,
    name,
    description: name,
    attributes: attributes.map(wireAttribute),
    meta: { resourceType: 'Schema', location: `${url}/Schemas/${id}` },
  };
}

/**
 * The schemas of users and groups.
 * @param roleValues the values that the configuration maps to a role; undefined if it maps none
 */
export function scimSchemas(url: string, roleValues: readonly string[] | undefined): readonly ScimResource[] {
  const attributes = roleValues ? [...userAttributes, roles(roleValues)] : userAttributes;
  return [schema(url, USER_SCHEMA, 'User', attributes), schema(url, GROUP_SCHEMA, 'Group', groupAttributes)];
}

function resourceType(url: string, name: 'User' | 'Group', id: string): ScimResource {
  return {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:ResourceType'],
    id: name,
    name,
    endpoint: `/${name}s`,
    description: name === 'User' ? 'People with an account.' : 'Groups created by people.',
    schema: id,
    schemaExtensions: [],
    meta: { resourceType: 'ResourceType', location: `${url}/ResourceTypes/${name}` },
  };
}

export function scimResourceTypes(url: string): readonly ScimResource[] {
  return [resourceType(url, 'User', USER_SCHEMA), resourceType(url, 'Group', GROUP_SCHEMA)];
}

/** The server's capabilities. */
export function serviceProviderConfig(url: string): ScimResource {
  return {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig'],
    patch: { supported: true },
    bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
    filter: { supported: true, maxResults: limits.scimResourcesPerPage },
    changePassword: { supported: false },
    sort: { supported: true },
    etag: { supported: false },
    authenticationSchemes: [
      {
        type: 'oauthbearertoken',
        name: 'Bearer token',
        description: 'The token from the server configuration.',
        primary: true,
      },
    ],
    meta: { resourceType: 'ServiceProviderConfig', location: `${url}/ServiceProviderConfig` },
  };
}
