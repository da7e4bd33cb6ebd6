// Example calls of every operation, as a request and as a shell command, with values that fit its declaration.

import type { JsonSchema } from '../../api-contract/codec.ts';
import type { Declaration } from '../../api-contract/operation.ts';
import type { Parameter } from '../../api-contract/parameter.ts';

/** Values that read better than those derived from a schema, and that exist in the demo organization. */
const byName: Readonly<Record<string, unknown>> = {
  user_id: 4,
  user_id_or_email: 'mel@example.com',
  email: 'mel@example.com',
  username: 'mel@example.com',
  full_name: 'Kim Example',
  password: 'four quiet words here',
  stream: 'general',
  topic: 'lunch',
  topic_name: 'lunch',
  content: 'Hello, **everyone**!',
  emoji_name: 'tada',
  narrow: [{ operator: 'channel', operand: 'general' }],
  address: 'https://tools.example.com/chat',
  event_types: ['message'],
  name: 'example',
  endpoint: 'https://push.example.com/message/a1b2c3',
  p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  description: 'An example.',
};

/** Whole examples, where separate values would not fit together. */
const byOperation: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'send-message': { type: 'channel', to: 'general', topic: 'lunch', content: 'Pizza?' },
  'get-messages': { anchor: 'newest', num_before: 20, num_after: 0 },
  'get-events': { dont_block: true },
  'register-queue': { event_types: ['message'] },
  subscribe: { subscriptions: [{ name: 'general' }] },
  unsubscribe: { subscriptions: ['general'] },
  'mute-topic': { stream_id: 1, topic: 'lunch', op: 'add' },
  'set-typing-status': { op: 'start', to: [4] },
  'order-sidebar-sections': { order: ['pinned', 'channels', 'direct'] },
  'update-sidebar-section': { section: 'pinned', rows: [{ stream_id: 1, topic_name: 'lunch' }] },
  'remove-sidebar-section': { section: 'own-1' },
  'get-stream-id': { stream: 'general' },
};

function exampleOf(schema: JsonSchema): unknown {
  if (Array.isArray(schema.anyOf)) return exampleOf(schema.anyOf[0]);
  if (Array.isArray(schema.enum)) return schema.enum[0];
  switch (schema.type) {
    case 'integer':
    case 'number':
      return Math.max(1, Number(schema.minimum ?? 1));
    case 'boolean':
      return true;
    case 'array':
      return [exampleOf((schema.items ?? {}) as JsonSchema)];
    case 'object':
      return exampleObject(schema);
    case 'string':
      return 'example';
    default:
      return null;
  }
}

function exampleObject(schema: JsonSchema): Record<string, unknown> {
  const properties = (schema.properties ?? {}) as Readonly<Record<string, JsonSchema>>;
  const required = (schema.required ?? []) as readonly string[];
  return Object.fromEntries(required.map((name) => [name, exampleOf(properties[name] ?? {})]));
}

function isRequired({ isOptional, defaultValue }: Parameter<unknown>): boolean {
  return !isOptional && defaultValue === undefined;
}

function valueFor(name: string, parameter: Parameter<unknown>): unknown {
  return byName[name] ?? exampleOf(parameter.codec.schema);
}

/** The values that an operation's example sends, by parameter. */
function exampleValues({ name, parameters }: Declaration): Readonly<Record<string, unknown>> {
  const givenExample = byOperation[name];
  if (givenExample) return givenExample;
  return Object.fromEntries(
    Object.entries(parameters)
      .filter(([, parameter]) => isRequired(parameter))
      .map(([parameterName, parameter]) => [parameterName, valueFor(parameterName, parameter)]),
  );
}

export interface ExampleRequest {
  /** Below `/api/v1`, without the query. */
  readonly path: string;
  /** The names and texts of the query or body. */
  readonly pairs: readonly (readonly [string, string])[];
}

/** The example of an operation in its wire form. */
export function exampleRequest(declaration: Declaration): ExampleRequest {
  const texts = new Map(
    Object.entries(exampleValues(declaration)).map(([name, value]) => [
      name,
      typeof value === 'string' && declaration.parameters[name]?.encoding !== 'json'
        ? value
        : JSON.stringify(value),
    ]),
  );
  const path = declaration.path.replace(/\{(\w+)\*?\}/g, (_match, name: string) => {
    const text = texts.get(name) ?? '';
    texts.delete(name);
    return encodeURIComponent(text);
  });
  return { path, pairs: [...texts] };
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/**
 * The example as a shell command. `user` is the email address of the caller; undefined for operations without
 * credentials.
 */
export function curlLine(declaration: Declaration, origin: string, user: string | undefined): string {
  const { path, pairs } = exampleRequest(declaration);
  const { method, files } = declaration;
  const sendsBody = method !== 'GET' && (pairs.length > 0 || files);
  const isImplied = method === (sendsBody ? 'POST' : 'GET');
  const url = `${origin}/api/v1${path}`;
  const parts = [
    `curl${method === 'GET' && pairs.length > 0 ? ' --get' : ''}${isImplied ? '' : ` --request ${method}`} ${quoted(url)}`,
    ...(user === undefined ? [] : [`--user ${quoted(`${user}:`).slice(0, -1)}'"$KEY"`]),
    ...pairs.map(
      ([name, text]) => `${files ? '--form-string' : '--data-urlencode'} ${quoted(`${name}=${text}`)}`,
    ),
    ...(files ? ["--form 'file=@picture.png'"] : []),
  ];
  return parts.join(' \\\n  ');
}
