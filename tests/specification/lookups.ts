// What the tests of the specification look up: people as others see them, and what the API says of itself.

import assert from 'node:assert/strict';
import type { Method } from '../../src/api-contract/operation.ts';
import type { ApiClient } from '../support/client.ts';

/** Somebody as a client reads them, with their profile. */
// biome-ignore lint/suspicious/noExplicitAny: answers are looked into freely by tests
export async function userSeenBy(client: ApiClient, userId: number): Promise<any> {
  return (await client.ok('GET', `/users/${userId}`, { include_custom_profile_fields: true })).user;
}

/** An operation as the API's own description has it. */
// biome-ignore lint/suspicious/noExplicitAny: the description is looked into freely by tests
export async function described(client: ApiClient, method: Method, path: string): Promise<any> {
  const { body } = await client.request('GET', '/openapi.json');
  const operation = body.paths[`/api/v1${path}`]?.[method.toLowerCase()];
  assert.ok(operation, `${method} ${path} is not described`);
  return operation;
}

/** What a parameter of the body is said to be. */
export async function describedParameter(
  client: ApiClient,
  [method, path, name]: readonly [Method, string, string],
): Promise<string> {
  const { requestBody, parameters = [] } = await described(client, method, path);
  const inBody = requestBody?.content['application/x-www-form-urlencoded'].schema.properties[name];
  const elsewhere = parameters.find((parameter: { name: string }) => parameter.name === name);
  return (inBody ?? elsewhere)?.description ?? '';
}

/** Fails unless the answer is the bare success envelope. */
export function assertSuccessOnly(body: unknown): void {
  assert.deepEqual(body, { result: 'success', msg: '' });
}
