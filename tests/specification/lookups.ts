// Lookups for the tests of the specification: users as others see them, and the API's own description.

import assert from 'node:assert/strict';
import type { Method } from '../../src/api-contract/operation.ts';
import type { ApiClient } from '../support/client.ts';

/** A user as clients read them, with their profile. */
// biome-ignore lint/suspicious/noExplicitAny: tests read answers freely
export async function userSeenBy(client: ApiClient, userId: number): Promise<any> {
  return (await client.ok('GET', `/users/${userId}`, { include_custom_profile_fields: true })).user;
}

/** An operation in the API's own description. */
// biome-ignore lint/suspicious/noExplicitAny: tests read the description freely
export async function described(client: ApiClient, method: Method, path: string): Promise<any> {
  const { body } = await client.request('GET', '/openapi.json');
  const operation = body.paths[`/api/v1${path}`]?.[method.toLowerCase()];
  assert.ok(operation, `${method} ${path} is not described`);
  return operation;
}

/** The schema of a parameter in the body. */
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
