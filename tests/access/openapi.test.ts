// The OpenAPI document is valid and describes every operation.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Validator } from '@seriousme/openapi-schema-validator';
import { allOperations } from '../../src/api/all-operations.ts';
import { startTestServer } from '../support/server.ts';

const server = await startTestServer();

interface Operation {
  readonly operationId: string;
  readonly summary: string;
}
interface Document extends Record<string, unknown> {
  readonly openapi: string;
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

async function document(): Promise<Document> {
  const response = await fetch(`${server.url}/api/v1/openapi.json`);
  assert.equal(response.status, 200);
  return (await response.json()) as Document;
}

test('the document validates', async () => {
  const result = await new Validator().validate(structuredClone(await document()));
  assert.ok(result.valid, JSON.stringify(result.errors, null, 2));
});

test('every operation appears once, with a summary', async () => {
  const { paths } = await document();
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
  const ids = operations.map(({ operationId }) => operationId);
  assert.equal(new Set(ids).size, ids.length, 'an operation id is used twice');
  const names = allOperations.flatMap(({ name, alsoAt = [] }) => [
    name,
    ...alsoAt.map((_, index) => `${name}-alias-${index + 1}`),
  ]);
  assert.deepEqual([...ids].sort(), [...names].sort());
  for (const { operationId, summary } of operations) {
    assert.ok(summary.length > 10 && summary.endsWith('.'), `${operationId} says too little: ${summary}`);
  }
});

test('an operation is listed at each path where it answers', async () => {
  const { paths } = await document();
  const webex = paths['/api/v1/calls/webex/create']?.post;
  assert.equal(webex?.summary, 'Same as POST /calls/vendor/create.');
  assert.ok(paths['/api/v1/settings/display']?.patch && paths['/api/v1/settings/display']?.post);
});

test('the declared path parameters are exactly those in the path', () => {
  for (const { name, path, parameters, alsoAt } of allOperations) {
    for (const each of [path, ...(alsoAt ?? []).map((alias) => alias.path)]) {
      for (const [, parameter] of each.matchAll(/\{(\w+)\*?\}/g)) {
        assert.ok(parameter && parameter in parameters, `${name}: ${parameter} of ${each}`);
      }
    }
  }
});
