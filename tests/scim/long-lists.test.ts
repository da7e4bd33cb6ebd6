// A list of very many: how long it is said to be, and one page of it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listQuery } from '../../src/model/scim/query.ts';
import type { ResourceKind, ScimSight } from '../../src/queries/scim/kind.ts';
import { listResources } from '../../src/queries/scim/list.ts';

const COUNT = 300_000;

/** Resources that are nothing but their ids. */
const numbers: ResourceKind = {
  ids: async () => Array.from({ length: COUNT }, (_, index) => index + 1),
  indexed: async () => undefined,
  holding: () => new Set(),
  resources: async (_sight, ids) => new Map(ids.map((id) => [id, { id: String(id) }])),
  fitting: (_sight, ids) => ids.length,
};

test('a list of more resources than one call takes arguments has its pages', async () => {
  const query = listQuery({ startIndex: COUNT + 2, count: 2 });
  const { total, resources } = await listResources({} as ScimSight, [numbers, numbers], query);
  assert.equal(total, 2 * COUNT);
  assert.deepEqual(resources, [{ id: '2' }, { id: '3' }]);
});
