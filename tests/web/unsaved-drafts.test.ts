// Drafts that a closed page left in the browser, for the next page to send to the server.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ParleyError } from '../../client/parley-error.ts';
import { unsavedDrafts } from '../../web/composer/unsaved-drafts.ts';
import type { DraftText } from '../../web/store/synced-draft.ts';
import { browserStorage } from './browser-storage.ts';

const draftText: DraftText = { destination: { kind: 'direct', personIds: [2] }, content: 'a draft' };

/** A browser in which an earlier page left drafts, and a page whose server responds as given. */
function browserWithLeftDraft(answer: () => void) {
  const browser = browserStorage();
  browser.setItem('draft 1 left', JSON.stringify({ at: 0, written: draftText }));
  const sent: string[] = [];
  const create = async ({ content }: DraftText) => {
    await new Promise((resolve) => setImmediate(resolve));
    answer();
    return sent.push(content);
  };
  const page = () => unsavedDrafts(1, { create }, () => browser);
  return { browser, sent, page };
}

test('without a response, the draft is kept for the next page', async () => {
  let isReachable = false;
  const { browser, sent, page } = browserWithLeftDraft(() => {
    if (!isReachable) throw new ParleyError(0, 'UNREACHABLE', 'Nothing answers.');
  });
  await page().recover();
  assert.equal(browser.entries.size, 1);
  isReachable = true;
  await page().recover();
  assert.deepEqual([sent, browser.entries.size], [['a draft'], 0]);
});

test('a draft that is rejected or unreadable is removed', async () => {
  const { browser, page } = browserWithLeftDraft(() => {
    throw new ParleyError(400, 'BAD_REQUEST', 'No such channel.');
  });
  browser.setItem('draft 1 other', '{');
  await page().recover();
  assert.equal(browser.entries.size, 0);
});

test('broken texts are removed without being sent, and the others are sent', async () => {
  const { browser, sent, page } = browserWithLeftDraft(() => undefined);
  const { destination } = draftText;
  const broken = [
    null,
    { at: 0 },
    { at: 0, written: { destination } },
    { at: 0, written: { content: 'x' } },
    { at: 0, written: { content: 'x', destination: { kind: 'direct' } } },
    { at: 0, written: { content: 'x', destination: { kind: 'channel', channelId: 1 } } },
  ];
  for (const [key, value] of broken.entries()) browser.setItem(`draft 1 ${key}`, JSON.stringify(value));
  await page().recover();
  assert.deepEqual([sent, browser.entries.size], [['a draft'], 0]);
});

test('two pages opened at the same time send it once, and a page that just closed keeps its own', async () => {
  const { browser, sent, page } = browserWithLeftDraft(() => undefined);
  page().newDraftWriter()(draftText);
  await Promise.all([page().recover(), page().recover()]);
  assert.deepEqual([sent, browser.entries.size], [['a draft'], 1]);
});
