// Lowers every quota through the API and creates as many things as it allows: one more is refused until the quota is
// raised or the day is over.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ADMINISTRATOR_FACTOR, type QuotaName } from '../../src/api-contract/limits/quotas.ts';
import { keysOf } from '../../src/api-contract/typed-records.ts';
import { allQuotas, type Quota, quotaDeclarationOf } from '../../src/model/quotas/quota.ts';
import type { Answered } from '../bad-input/send.ts';
import { callValid } from '../support/bounds.ts';
import { type CreatingCall, creatingCalls } from './creating-calls.ts';
import { makeRealWorld, passDay, setQuota } from './support.ts';

const world = await makeRealWorld();
const calls: Readonly<Partial<Record<string, CreatingCall>>> = creatingCalls;
const createdCounts = new Map<string, number>();

/** Tries to create one more; the name changes only after a success. */
async function createOne({ kind }: Quota): Promise<Answered> {
  const creating = calls[kind];
  assert.ok(creating, kind);
  const index = createdCounts.get(kind) ?? 0;
  const { operation, by, changed, files } = creating;
  const answer = await callValid(world, operation, changed(index, world), {
    by,
    ...(files && { files }),
  });
  if (answer.status === 200) createdCounts.set(kind, index + 1);
  return answer;
}

async function create(quota: Quota): Promise<void> {
  const { status, body } = await createOne(quota);
  assert.equal(status, 200, `${quota.name}: ${JSON.stringify(body).slice(0, 200)}`);
}

async function refuse(quota: Quota, limit: number): Promise<void> {
  const { status, body } = await createOne(quota);
  assert.deepEqual(
    [status, body.code, body.quota, body.limit],
    [400, 'QUOTA_EXCEEDED', quota.name, limit],
    JSON.stringify(body).slice(0, 300),
  );
  const { things } = quotaDeclarationOf(quota.kind);
  assert.ok(body.msg.includes(`at most ${limit} ${things}`), body.msg);
}

/** Raises a quota from 1 until one more is created; returns its value then. */
async function raiseUntilCreated(quota: Quota): Promise<number> {
  for (let limit = 1; limit < 100; limit++) {
    await setQuota(world, quota.name, limit);
    if ((await createOne(quota)).status === 200) return limit;
  }
  return assert.fail(`nothing was created under ${quota.name}`);
}

const factorOf = ({ kind }: Quota) => (calls[kind]?.by === 'olive' ? ADMINISTRATOR_FACTOR : 1);

const scopeTests: Readonly<Record<Quota['scope'], (quota: Quota) => Promise<void>>> = {
  async per_day(quota) {
    await passDay(world);
    const limit = 2 * factorOf(quota);
    await setQuota(world, quota.name, 2);
    for (let index = 0; index < limit; index++) await create(quota);
    await refuse(quota, limit);
    await passDay(world);
    await create(quota);
  },
  async per_account(quota) {
    const limit = await raiseUntilCreated(quota);
    await refuse(quota, limit);
    await setQuota(world, quota.name, limit + 1);
    await create(quota);
    await refuse(quota, limit + 1);
  },
  async per_organization(quota) {
    const usedAmount = async () => {
      const { quotas } = await world.client('olive').ok('GET', '/realm/quotas');
      return quotas.find(({ name }: { name: QuotaName }) => name === quota.name).used as number;
    };
    // The quota per account must not refuse first.
    if (quotaDeclarationOf(quota.kind).per_account) await setQuota(world, `${quota.kind}_per_account`, 50);
    const before = await usedAmount();
    await setQuota(world, quota.name, before + 1);
    await create(quota);
    assert.equal(await usedAmount(), before + 1);
    await refuse(quota, before + 1);
    await setQuota(world, quota.name, before + 2);
    await create(quota);
  },
  async per_organization_and_day(quota) {
    // Invitations have their own error, which clients know.
    const limit = await raiseUntilCreated(quota);
    const { status, body } = await createOne(quota);
    assert.deepEqual([status, body.code, body.daily_limit_reached], [400, 'INVITATION_FAILED', true]);
    await setQuota(world, quota.name, limit + 1);
    await create(quota);
  },
};

describe('every quota', () => {
  for (const quota of allQuotas) {
    if (quota.kind === 'passkeys') continue;
    test(`${quota.name} is enforced, and can be raised`, async () => {
      await scopeTests[quota.scope](quota);
      await setQuota(world, quota.name, null);
      await passDay(world);
    });
  }
});

test('every kind with a quota is created by one of the calls', () => {
  const kinds = new Set(allQuotas.map(({ kind }) => kind));
  kinds.delete('passkeys');
  assert.deepEqual([...kinds].sort(), keysOf(creatingCalls).sort());
});
