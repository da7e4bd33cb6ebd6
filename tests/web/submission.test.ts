// Submission once at a time: a second press sends nothing, and what failed can be sent again.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Submission, type SubmissionState } from '../../web/lib/submission.ts';

class ExpectedError extends Error {}

/** An action that sends; the test provides the responses. */
function newSubmission() {
  const states: SubmissionState<string>[] = [];
  const sent = new Submission<string>(
    (error) => {
      if (error instanceof ExpectedError) return error.message;
      throw error;
    },
    (now) => states.push(now),
  );
  return { sent, now: () => states.at(-1) };
}

test('nothing is sent again while a response is pending', async () => {
  const { sent, now } = newSubmission();
  const answer = Promise.withResolvers<void>();
  let calls = 0;
  const call = () => {
    calls += 1;
    return answer.promise;
  };
  const first = sent.send(call);
  assert.deepEqual(now(), { isBusy: true, error: undefined });
  assert.equal(await sent.send(call), false);
  assert.equal(calls, 1);
  answer.resolve();
  assert.equal(await first, true);
  assert.deepEqual(now(), { isBusy: false, error: undefined });
  await sent.send(call);
  assert.equal(calls, 2);
});

test('an error is displayed until the text is sent again or changes', async () => {
  const { sent, now } = newSubmission();
  const refuse = () => Promise.reject(new ExpectedError('The name is taken.'));
  assert.equal(await sent.send(refuse), false);
  assert.deepEqual(now(), { isBusy: false, error: 'The name is taken.' });
  const isAccepted = sent.send(() => Promise.resolve());
  assert.deepEqual(now(), { isBusy: true, error: undefined });
  assert.equal(await isAccepted, true);
  await sent.send(refuse);
  sent.clearOutcome();
  assert.deepEqual(now(), { isBusy: false, error: undefined });
});

test('a programming error is not displayed as text, and ends the pending state', async () => {
  const { sent, now } = newSubmission();
  await assert.rejects(
    sent.send(() => Promise.reject(new TypeError('no such field'))),
    TypeError,
  );
  assert.deepEqual(now(), { isBusy: false, error: undefined });
});
