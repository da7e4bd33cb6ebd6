// Each change of a topic's policy causes its event, and the older event about muted topics only if it mutes or unmutes.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestServer } from '../support/server.ts';

const server = await startTestServer();
const [mel, mia] = [await server.as('mel'), await server.as('mia')];
const { stream_id } = await mel.ok('GET', '/get_stream_id', { stream: 'general' });
const policies = { inherit: 0, muted: 1, unmuted: 2, followed: 3 } as const;
const names = Object.keys(policies) as (keyof typeof policies)[];

for (const from of names)
  for (const to of names)
    test(`a change of the policy from ${from} to ${to} causes its events`, async () => {
      const topic = `${from} ${to}`;
      const set = (policy: keyof typeof policies) =>
        mel.ok('POST', '/user_topics', { stream_id, topic, visibility_policy: policies[policy] });
      await set(from);
      const [own, others] = [await mel.registerQueue(), await mia.registerQueue()];
      await set(to);
      const events = (await own.events()).map(({ type, visibility_policy, muted_topics }) => ({
        type,
        ...(visibility_policy !== undefined && { visibility_policy }),
        ...(muted_topics !== undefined && {
          isMuted: muted_topics.some(([, name]: [string, string]) => name === topic),
        }),
      }));
      const policyEvent = { type: 'user_topic', visibility_policy: policies[to] };
      const mutedTopicsEvent = { type: 'muted_topics', isMuted: to === 'muted' };
      const expected =
        from === to
          ? []
          : from === 'muted' || to === 'muted'
            ? [mutedTopicsEvent, policyEvent]
            : [policyEvent];
      assert.deepEqual(events, expected);
      assert.deepEqual(await others.events(), []);
    });
