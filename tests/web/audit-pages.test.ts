// Loading pages of the audit log while filters change and responses are late or missing.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Entry } from '../../web/organization/audit/acts.ts';
import {
  type AuditQuery,
  EntryPages,
  initialEntries,
  type ShownEntries,
} from '../../web/organization/audit/entry-pages.ts';

const entriesFrom = (id: number, count = 50) =>
  Array.from({ length: count }, (_, index) => ({ id: id - index }) as Entry);

/** Pages whose responses the test provides. */
function controlledPages() {
  const requests: AuditQuery[] = [];
  const answers: ((page: readonly Entry[] | undefined) => void)[] = [];
  const shownStates: ShownEntries[] = [initialEntries];
  const pages = new EntryPages(
    (what) => {
      requests.push(what);
      return new Promise((resolve) => answers.push(resolve));
    },
    (now) => shownStates.push(now),
  );
  const answer = async (index: number, page: readonly Entry[] | undefined) => {
    answers[index]?.(page);
    await new Promise(setImmediate);
  };
  return { pages, requests, answer, now: () => shownStates.at(-1) };
}

test('older entries are appended until a page is not full', async () => {
  const { pages, requests, answer, now } = controlledPages();
  void pages.begin({ kind: 'log_in' });
  await answer(0, entriesFrom(100));
  assert.deepEqual(now(), { entries: entriesFrom(100), hasOlder: true, isBusy: false });
  void pages.older();
  assert.deepEqual(requests[1], { kind: 'log_in', limit: 50, before: 51 });
  assert.equal(now()?.isBusy, true);
  await answer(1, entriesFrom(50, 3));
  assert.deepEqual(now(), { entries: entriesFrom(100, 53), hasOlder: false, isBusy: false });
});

test('an older page of a previous filter is not displayed', async () => {
  const { pages, answer, now } = controlledPages();
  void pages.begin({});
  await answer(0, entriesFrom(100));
  void pages.older();
  void pages.begin({ kind: 'log_in' });
  assert.deepEqual(now(), initialEntries);
  await answer(1, entriesFrom(50));
  assert.deepEqual(now(), initialEntries);
  await answer(2, entriesFrom(9, 1));
  assert.deepEqual(now(), { entries: entriesFrom(9, 1), hasOlder: false, isBusy: false });
});

test('a late response for a previous filter does not replace the response for the current one', async () => {
  const { pages, answer, now } = controlledPages();
  void pages.begin({});
  void pages.begin({ kind: 'log_in' });
  await answer(1, entriesFrom(9, 1));
  await answer(0, entriesFrom(100));
  assert.deepEqual(now()?.entries, entriesFrom(9, 1));
});

test('an older page is not requested twice while it is loading', async () => {
  const { pages, requests, answer, now } = controlledPages();
  void pages.begin({});
  await answer(0, entriesFrom(100));
  void pages.older();
  void pages.older();
  assert.equal(requests.length, 2);
  await answer(1, entriesFrom(50, 1));
  assert.equal(now()?.entries?.length, 51);
});

test('after an error, loaded entries stay and the loading indicator ends', async () => {
  const { pages, requests, answer, now } = controlledPages();
  void pages.begin({});
  await answer(0, undefined);
  assert.deepEqual(now(), { hasOlder: false, isBusy: false });
  void pages.begin({});
  await answer(1, entriesFrom(100));
  void pages.older();
  await answer(2, undefined);
  assert.deepEqual(now(), { entries: entriesFrom(100), hasOlder: true, isBusy: false });
  void pages.older();
  assert.equal(requests.length, 4);
});

test('after unsubscribing, nothing is displayed', async () => {
  const { pages, answer, now } = controlledPages();
  void pages.begin({});
  pages.end();
  await answer(0, entriesFrom(100));
  assert.deepEqual(now(), initialEntries);
});
