// A very long list: its reported length, and one of its pages.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseListQuery } from '../../src/model/scim/scim-list-query.ts';
import type { ResourceKind, ScimQueryContext } from '../../src/queries/scim/kind.ts';
import { listResources } from '../../src/queries/scim/list.ts';

const COUNT = 300_000;

/** Resources that only have an id. */
const numbers: ResourceKind = {
  ids: async () => Array.from({ length: COUNT }, (_, index) => index + 1),
  indexedIds: async () => undefined,
  containing: () => new Set(),
  resources: async (_sight, ids) => new Map(ids.map((id) => [id, { id: String(id) }])),
  countFitting: (_sight, ids) => ids.length,
};

test('a list with more resources than a call can have arguments has pages', async () => {
  const query = parseListQuery({ startIndex: COUNT + 2, count: 2 });
  const { total, resources } = await listResources({} as ScimQueryContext, [numbers, numbers], query);
  assert.equal(total, 2 * COUNT);
  assert.deepEqual(resources, [{ id: '2' }, { id: '3' }]);
});
