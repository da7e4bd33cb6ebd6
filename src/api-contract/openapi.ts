// Generates the OpenAPI 3.1 document from the declarations of the operations.

import { isRecord, type JsonSchema } from './codec.ts';
import { errorDescriptions } from './error-descriptions.ts';
import { API_VERSION } from './feature-level.ts';
import { type Declaration, errorCodesOf, proofSentence } from './operation.ts';
import type { Parameter } from './parameter.ts';

const envelope = {
  result: { type: 'string' },
  msg: { type: 'string' },
};

function describe(parameter: Parameter<unknown>): string {
  const since = parameter.since === undefined ? '' : ` Since feature level ${parameter.since}.`;
  const encoding = parameter.encoding === 'json' ? ' Sent as JSON text.' : '';
  return `${parameter.description}${encoding}${since}`;
}

function withDefaultValue(parameter: Parameter<unknown>): JsonSchema {
  return parameter.defaultValue === undefined
    ? parameter.codec.schema
    : { ...parameter.codec.schema, default: parameter.defaultValue };
}

function needsJson(parameter: Parameter<unknown>): boolean {
  const kind = parameter.codec.schema.type;
  return parameter.encoding === 'json' && kind !== 'integer' && kind !== 'boolean' && kind !== 'string';
}

/** The path without the mark of a parameter that matches the rest of it, which OpenAPI cannot express. */
function documentedPath(path: string): string {
  return path.replace(/\{(\w+)\*\}/g, '{$1}');
}

function descriptionOf({ since, needsRecentProof }: Declaration): JsonSchema {
  const sentences = [
    since !== undefined && `Since feature level ${since}.`,
    needsRecentProof !== undefined && proofSentence(needsRecentProof),
  ].filter((sentence) => sentence !== false);
  return sentences.length > 0 ? { description: sentences.join(' ') } : {};
}

function operationObject(declaration: Declaration): JsonSchema {
  const entries = Object.entries(declaration.parameters);
  const documented = documentedPath(declaration.path);
  const isPath = (name: string) => documented.includes(`{${name}}`);
  const inQuery = declaration.method === 'GET';
  const listedParameters = entries.filter(([name]) => isPath(name) || inQuery);
  const inBody = entries.filter(([name]) => !isPath(name) && !inQuery);
  return {
    operationId: declaration.name,
    summary: declaration.summary,
    ...descriptionOf(declaration),
    ...(declaration.deprecated && { deprecated: true }),
    ...(declaration.access === 'anyone' || declaration.access === 'development' ? { security: [] } : {}),
    ...(listedParameters.length > 0 && {
      parameters: listedParameters.map(([name, parameter]) => ({
        name,
        in: isPath(name) ? 'path' : 'query',
        required: isPath(name) || (!parameter.isOptional && parameter.defaultValue === undefined),
        description: describe(parameter),
        ...(needsJson(parameter)
          ? { content: { 'application/json': { schema: withDefaultValue(parameter) } } }
          : { schema: withDefaultValue(parameter) }),
      })),
    }),
    ...((inBody.length > 0 || declaration.files) && { requestBody: requestBody(declaration, inBody) }),
    responses: {
      '200': { description: 'Success', content: successContent(declaration) },
      ...errorResponses(errorCodesOf(declaration)),
      default: errorResponse('An error that any operation can return.'),
    },
  };
}

function errorResponse(description: string, codes: readonly string[] = []): JsonSchema {
  const general = { $ref: '#/components/schemas/Error' };
  const schema =
    codes.length === 0 ? general : { allOf: [general, { properties: { code: { examples: codes } } }] };
  return { description, content: { 'application/json': { schema } } };
}

/** The operation's own codes, by status. Other codes may have the same status. */
function errorResponses(codes: readonly string[]): Readonly<Record<string, JsonSchema>> {
  const byStatus = new Map<number, string[]>();
  for (const code of codes) {
    const status = errorDescriptions[code]?.status ?? 400;
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return Object.fromEntries(
    [...byStatus].map(([status, own]) => [
      status,
      errorResponse(
        own.map((code) => `\`${code}\`: ${errorDescriptions[code]?.meaning ?? ''}`).join('\n'),
        own,
      ),
    ]),
  );
}

function successContent(declaration: Declaration): JsonSchema {
  if (declaration.answers) return { [declaration.answers]: {} };
  return { 'application/json': { schema: successSchema(declaration) } };
}

/** The answer of an operation, in the envelope. */
export function successSchema(declaration: Declaration): JsonSchema {
  const properties: Record<string, unknown> = {};
  const required: string[] = [];
  for (const [name, field] of Object.entries(declaration.result)) {
    if ('optional' in field) properties[name] = field.optional.schema;
    else {
      properties[name] = field.schema;
      required.push(name);
    }
  }
  return {
    type: 'object',
    properties: {
      ...envelope,
      ignored_parameters_unsupported: { type: 'array', items: { type: 'string' } },
      ...properties,
    },
    required: ['result', 'msg', ...required],
  };
}

function requestBody(
  declaration: Declaration,
  fields: readonly (readonly [string, Parameter<unknown>])[],
): JsonSchema {
  const required = fields
    .filter(([, p]) => !p.isOptional && p.defaultValue === undefined)
    .map(([name]) => name);
  const encoding = Object.fromEntries(
    fields.filter(([, p]) => needsJson(p)).map(([name]) => [name, { contentType: 'application/json' }]),
  );
  const schema = {
    type: 'object',
    properties: {
      ...Object.fromEntries(
        fields.map(([name, p]) => [name, { ...withDefaultValue(p), description: describe(p) }]),
      ),
      ...(declaration.files && { file: { type: 'string', contentMediaType: 'application/octet-stream' } }),
    },
    ...(required.length > 0 && { required }),
  };
  const mediaType = declaration.files ? 'multipart/form-data' : 'application/x-www-form-urlencoded';
  return { content: { [mediaType]: { schema, ...(Object.keys(encoding).length > 0 && { encoding }) } } };
}

/** An operation, followed by one for each alias. */
function withAliases(declaration: Declaration): Declaration[] {
  const { name, method, path, alsoAt = [] } = declaration;
  const aliases = alsoAt.map((alias, index) => ({
    ...declaration,
    ...alias,
    name: `${name}-alias-${index + 1}`,
    summary: `Same as ${method} ${path}.`,
  }));
  return [declaration, ...aliases];
}

/**
 * A part of the document in which references replace the schemas with a title. They are added to `components` under
 * their titles.
 */
function withReferences(part: unknown, components: Map<string, unknown>): unknown {
  if (Array.isArray(part)) return part.map((item) => withReferences(item, components));
  if (!isRecord(part)) return part;
  const { title } = part;
  const inner = (fields: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(
      Object.entries(fields).map(([name, value]) => [name, withReferences(value, components)]),
    );
  if (typeof title !== 'string') return inner(part);
  if (!components.has(title)) {
    // Its place comes before those of the schemas within it.
    components.set(title, undefined);
    components.set(title, inner(part));
  }
  return { $ref: `#/components/schemas/${title}` };
}

/** The whole document. The names of the folders become tags. */
export function openApiDocument(
  operationsByFolder: Readonly<Record<string, readonly Declaration[]>>,
): JsonSchema {
  const paths: Record<string, Record<string, JsonSchema>> = {};
  for (const [folder, declarations] of Object.entries(operationsByFolder)) {
    for (const declaration of declarations.flatMap(withAliases)) {
      const path = `/api/v1${documentedPath(declaration.path)}`;
      const operation = { tags: [folder], ...operationObject(declaration) };
      paths[path] = { ...paths[path], [declaration.method.toLowerCase()]: operation };
    }
  }
  const components = new Map<string, unknown>();
  const referring = withReferences(paths, components);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Parley',
      version: API_VERSION,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/' }],
    security: [{ basic: [] }],
    tags: Object.keys(operationsByFolder).map((name) => ({ name })),
    paths: referring,
    components: {
      securitySchemes: { basic: { type: 'http', scheme: 'basic' } },
      schemas: {
        Error: {
          type: 'object',
          properties: { ...envelope, code: { type: 'string' } },
          required: ['result', 'msg', 'code'],
        },
        ...Object.fromEntries(components),
      },
    },
  };
}
