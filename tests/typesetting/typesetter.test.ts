// Typesetting outside the event loop: formulas and code of a message have bounds on time, memory and waiting messages.

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { limits } from '../../src/api-contract/limits.ts';
import { Typesetter } from '../../src/typesetting/typesetter.ts';
import { startTestServer } from '../support/server.ts';
import { withLimit } from '../support/with-limit.ts';

const FORMULA = 'a $$x^2$$ b';
const AS_TYPED = /^<p>a <span class="tex-error">\$\$x\^2\$\$<\/span> b<\/p>\n<p><em>Some formulas and code/;

const server = await startTestServer();
const mel = await server.as('mel');

function typesetter(): Typesetter {
  const opened = new Typesetter();
  after(() => opened.close());
  return opened;
}

test('formulas and long code are typeset and returned in the answer', async () => {
  const code = `\`\`\`js\n${'const a = 1;\n'.repeat(120)}\`\`\``;
  const id = await mel.sendToChannel('general', 'formulas', `${FORMULA}\n${code}`);
  const { message } = await mel.ok('GET', `/messages/${id}`);
  assert.match(message.content, /<span class="katex">/);
  assert.match(message.content, /<span class="kd">const<\/span>/);
});

test('typesetting works for every way of sending a text', async () => {
  const id = await mel.sendToChannel('general', 'formulas', 'plain');
  await mel.ok('PATCH', `/messages/${id}`, { content: FORMULA });
  const { message } = await mel.ok('GET', `/messages/${id}`);
  const { rendered } = await mel.ok('POST', '/messages/render', { content: FORMULA });
  assert.match(rendered, /<span class="katex">/);
  assert.equal(message.content, rendered);
});

test('bound typesettingMilliseconds: text that takes longer is shown as typed, with a note', async () => {
  const own = typesetter();
  const items = Array.from({ length: 500 }, (_, n) => ({
    kind: 'formula' as const,
    tex: `\\frac{${n}}{\\sqrt{x}}`,
    display: 'block' as const,
  }));
  const { html, isTruncated } = await withLimit('typesettingMilliseconds', 1, () => own.typeset(items));
  assert.ok(isTruncated);
  assert.ok(html.length < items.length);
});

test('bound typesettingMegabytes: text that takes more memory is shown as typed, and the next text is typeset', async () => {
  // Less than the process needs before its first text.
  const narrow = await withLimit('typesettingMegabytes', 3, () => startTestServer());
  const max = await narrow.as('max');
  const { rendered } = await max.ok('POST', '/messages/render', { content: FORMULA });
  assert.match(rendered, AS_TYPED);
  assert.match(
    (await mel.ok('POST', '/messages/render', { content: FORMULA })).rendered,
    /<span class="katex">/,
  );
});

test('bound typesettingWaiting: a bounded number of messages wait, and further ones get an error that says to try again', async () => {
  const own = await withLimit('typesettingWaiting', 3, async () => typesetter());
  const items = [{ kind: 'formula' as const, tex: 'x', display: 'inline' as const }];
  const acceptedTasks = Array.from({ length: 1 + 3 }, () => own.typeset(items));
  await assert.rejects(own.typeset(items), { status: 429, code: 'RATE_LIMIT_HIT' });
  assert.equal(
    (await Promise.all(acceptedTasks)).filter(({ isTruncated }) => !isTruncated).length,
    acceptedTasks.length,
  );
});

test('bound typesettingWaitingPerAuthor: one author cannot fill the queue', async () => {
  const own = typesetter();
  const items = [{ kind: 'formula' as const, tex: 'x', display: 'inline' as const }];
  const [busy, other] = [1, 2];
  const acceptedTasks = Array.from({ length: limits.typesettingWaitingPerAuthor }, () =>
    own.typeset(items, busy),
  );
  await assert.rejects(own.typeset(items, busy), { status: 429, code: 'RATE_LIMIT_HIT' });
  assert.ok(!(await own.typeset(items, other)).isTruncated);
  await Promise.all(acceptedTasks);
  assert.ok(!(await own.typeset(items, busy)).isTruncated, 'once they are done, more are accepted');
});
