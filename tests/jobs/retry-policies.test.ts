// The pauses between the attempts of every kind of work, and its last attempt.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  isLastAttempt,
  pauseAfter,
  type RetryPolicy,
  retryPolicies,
} from '../../src/model/outbox/retry-policies.ts';

/** More attempts than a kind with a limit has. */
const MANY = 30;
const HOUR = 3600;

/** The pauses in seconds before the second attempt, the third and so on, up to the last one. */
function pausesOf(policy: RetryPolicy): number[] {
  const pauses: number[] = [];
  for (let attempt = 1; attempt < MANY && !isLastAttempt(policy, attempt); attempt++)
    pauses.push(pauseAfter(policy, attempt));
  return pauses;
}

const times = (count: number, seconds: number) => Array<number>(count).fill(seconds);
const bySchedule = (attempts: number) => times(attempts - 1, 0);
const ofRegistrations = [30, 120, 480, 1920];
const ofNotifications = [5, 20, 80, 320, 1200];

/** The pauses of each kind; there is one attempt more than pauses, or no end of them. */
const expected: Readonly<Record<keyof typeof retryPolicies, readonly number[]>> = {
  mail: [30, 120, 480, 1920, 7680, ...times(7, 6 * HOUR)],
  missedMail: times(4, 300),
  webhook: [5, 25],
  linkPreview: bySchedule(2),
  push: ofNotifications,
  webPush: ofNotifications,
  pushRegistration: [...ofRegistrations, ...times(MANY - 5, HOUR)],
  plainToken: [...ofRegistrations, ...times(20, HOUR)],
  eventSubscription: [5, 30, 120, 600, 1800, ...times(MANY - 6, HOUR)],
  livekit: [1, 2, 5, 20, 80, 320, 1200, 1200],
  scheduledMessage: bySchedule(5),
  reminder: bySchedule(5),
  notice: bySchedule(5),
  export: bySchedule(3),
  erasure: [5, 30, 120, 600, ...times(MANY - 5, HOUR)],
  reindexing: bySchedule(MANY),
  mutedSender: bySchedule(MANY),
  job: times(MANY - 1, 5),
};

for (const [kind, pauses] of Object.entries(expected)) {
  test(`${kind} has its pauses and its last attempt`, () => {
    assert.deepEqual(pausesOf(retryPolicies[kind as keyof typeof retryPolicies]), pauses);
  });
}
