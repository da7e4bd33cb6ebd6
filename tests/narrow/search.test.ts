// Keyword search: which messages contain the words, and how matches are highlighted.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { highlightHtml } from '../../src/model/search/highlight.ts';
import { parseSearch } from '../../src/model/search/search-query.ts';
import { startTestServer } from '../support/server.ts';
import { not, term, type WireTerm } from './message-history.ts';

const server = await startTestServer();
const [mel, mia] = await Promise.all([server.as('mel'), server.as('mia')]);

const ids = {
  bread: await mel.sendToChannel('general', 'bread & butter', 'who bakes *tomorrow*?'),
  waving: await mel.sendToChannel('general', 'greetings', 'she was waving at me'),
  link: await mel.sendToChannel('general', 'links', 'see https://google.com for more'),
  emoji: await mel.sendToChannel('general', 'animals', 'an :octopus: & a <b>squid</b>'),
  greek: await mel.sendToChannel('general', 'languages', 'καλημέρα κόσμε, naïve café'),
  mention: await mel.sendToChannel('general', 'people', 'thanks @**Mia Member**'),
  phrase: await mel.sendToChannel('general', 'drafts', 'the **Quick** brown fox_100%'),
  swapped: await mel.sendToChannel('general', 'drafts', 'a brown and quick dog'),
  direct: await mel.sendDirect([mia.userId], 'a secret handshake'),
};
const labels = new Map(Object.entries(ids).map(([label, id]) => [id, label]));

async function search(narrow: WireTerm[], parameters = {}) {
  const body = await mel.ok('GET', '/messages', {
    anchor: 'newest',
    num_before: 100,
    num_after: 0,
    narrow,
    ...parameters,
  });
  return body.messages.filter((message: { id: number }) => message.id >= ids.bread);
}

const cases: readonly [WireTerm[], string][] = [
  [[term('search', 'wave')], 'waving'],
  [[term('search', 'WAVED')], 'waving'],
  [[term('search', 'bread tomorrow')], 'bread'],
  [[term('search', 'bread yesterday')], ''],
  [[term('search', 'the waving and')], 'waving'],
  [[term('search', 'the and')], ''],
  [[term('search', 'octopus')], 'emoji'],
  [[term('search', 'google')], 'link'],
  [[term('search', 'google.com')], 'link'],
  [[term('search', 'ΚΟΣΜΕ')], ''],
  [[term('search', 'κόσμε')], 'greek'],
  [[term('search', 'café')], 'greek'],
  [[term('search', 'mia')], 'mention'],
  [[term('search', 'handshakes')], 'direct'],
  [[term('search', 'brown quick')], 'phrase swapped'],
  [[term('search', '"quick** BROWN"')], 'phrase'],
  [[term('search', '"x_100%"')], 'phrase'],
  [[term('search', '"_100%"')], 'phrase'],
  [[term('search', '"bread & butter"')], 'bread'],
  [[term('search', '"brown and" dog')], 'swapped'],
  [[term('search', 'brown'), term('search', 'dog')], 'swapped'],
  [[term('search', 'brown'), not('search', 'dog')], 'phrase'],
  [[term('search', 'brown'), not('search', '"Quick** brown"')], 'swapped'],
  [[term('search', 'brown'), term('search', 'dog'), term('topic', 'people')], ''],
  [[term('search', '"brown fox"'), term('search', '"dog"')], ''],
  [[term('search', 'brown'), term('topic', 'drafts')], 'phrase swapped'],
  [
    [
      term('search', 'brown'),
      term('channel', 'general'),
      term('topic', 'drafts'),
      term('sender', mel.userId),
    ],
    'phrase swapped',
  ],
  [[term('search', 'brown'), term('topic', 'people')], ''],
  [[term('search', 'handshake'), term('is', 'dm')], 'direct'],
  [[term('search', 'brown'), term('sender', mia.userId)], ''],
  [[term('search', 'squid'), term('id', ids.emoji)], 'emoji'],
  [[term('search', "don't")], ''],
];

for (const [narrow, expected] of cases) {
  test(`the search ${JSON.stringify(narrow)} finds its messages`, async () => {
    const found = (await search(narrow)).map((message: { id: number }) => labels.get(message.id));
    assert.equal(found.join(' '), expected);
  });
}

const hit = (text: string) => `<span class="highlight">${text}</span>`;
const marks: readonly [string, keyof typeof ids, string, string][] = [
  ['butter', 'bread', '<p>who bakes <em>tomorrow</em>?</p>', `bread &amp; ${hit('butter')}`],
  ['tomorrow', 'bread', `<p>who bakes <em>${hit('tomorrow')}</em>?</p>`, 'bread &amp; butter'],
  ['wave', 'waving', `<p>she was ${hit('waving')} at me</p>`, 'greetings'],
  [
    'https://google.com',
    'link',
    `<p>see <a href="https://google.com">https://${hit('google.com')}</a> for more</p>`,
    'links',
  ],
  [
    'squid',
    'emoji',
    `<p>an <span aria-label="octopus" class="emoji emoji-1f419" role="img" title="octopus">:octopus:</span> &amp; a &lt;b&gt;${hit('squid')}&lt;/b&gt;</p>`,
    'animals',
  ],
];

for (const [words, label, content, subject] of marks) {
  test(`"${words}" is highlighted`, async () => {
    const [message] = await search([term('search', words)]);
    assert.equal(message.id, ids[label]);
    assert.equal(message.match_content, content);
    assert.equal(message.match_subject, subject);
    const [raw] = await search([term('search', words)], { apply_markdown: false });
    assert.equal(raw.match_content, content);
  });
}

test('the words are highlighted whatever else the request asks for', async () => {
  const narrow = [not('search', 'dog'), term('topic', 'drafts'), term('search', 'brown')];
  const [message] = await search(narrow);
  assert.equal(message.match_content, `<p>the <strong>Quick</strong> ${hit('brown')} fox_100%</p>`);
  const [messageWithoutWord] = await search([not('search', 'dog'), term('topic', 'drafts')]);
  assert.ok(!('match_content' in messageWithoutWord));
});

test('a page without a search has no match fields; a direct message has an empty subject', async () => {
  const [plain] = await search([term('id', ids.bread)]);
  assert.ok(!('match_content' in plain) && !('match_subject' in plain));
  const [direct] = await search([term('search', 'handshake')]);
  assert.equal(direct.match_subject, '');
});

test('matches_narrow returns the same fields as GET /messages', async () => {
  const narrow = [term('search', 'brown')];
  const { messages } = await mel.ok('GET', '/messages/matches_narrow', {
    msg_ids: Object.values(ids),
    narrow,
  });
  assert.deepEqual(Object.keys(messages), [String(ids.phrase), String(ids.swapped)]);
  for (const message of await search(narrow)) {
    const { match_content, match_subject } = message;
    assert.deepEqual(messages[message.id], { match_content, match_subject });
  }
  const plain = await mel.ok('GET', '/messages/matches_narrow', {
    msg_ids: [ids.bread],
    narrow: [term('topic', 'bread & butter')],
  });
  assert.deepEqual(plain.messages[ids.bread], {
    match_content: '<p>who bakes <em>tomorrow</em>?</p>',
    match_subject: 'bread &amp; butter',
  });
});

test('an edited message is found by its new words only', async () => {
  const id = await mel.sendToChannel('general', 'edits', 'originally zebras');
  await mel.ok('PATCH', `/messages/${id}`, { content: 'now giraffes' });
  assert.deepEqual((await search([term('search', 'zebra')])).length, 0);
  assert.deepEqual(
    (await search([term('search', 'giraffe')])).map((message: { id: number }) => message.id),
    [id],
  );
});

test('adjacent words are highlighted as one', () => {
  const { stems } = parseSearch('ちは');
  assert.equal(highlightHtml('<p>ちは</p>', stems), `<p>${hit('ちは')}</p>`);
  assert.equal(highlightHtml('<p>ち は</p>', stems), `<p>${hit('ち')} ${hit('は')}</p>`);
});
