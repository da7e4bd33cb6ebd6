// Attachments of programs in Slack and Mattermost messages: titles, field names and picture texts.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cardsIn } from '../../src/imports/mattermost/cards.ts';
import { blocksText, cardText } from '../../src/imports/slack/cards.ts';

const names = { mention: () => undefined, channel: () => undefined, isOwnEmoji: () => false };

test('titles and picture texts of Slack lose their entities and markup', () => {
  const link = 'https://tide.example/';
  const titled = { title: 'Tides &amp; <https://ebb.example/|ebbs>', title_link: link };
  assert.equal(cardText(titled, names), `## [Tides & ebbs](${link})`);
  const image = { type: 'image', image_url: `${link}a.png`, alt_text: 'Low &lt; high' };
  assert.equal(blocksText([image], names), `[Low < high](${link}a.png)`);
});

test('a field without a title is shown as its value, and an empty header is left out', () => {
  const card = { fields: [{ value: 'ten metres' }, { title: 'Depth ~~ &amp; more', value: 5 }, {}] };
  assert.equal(cardText(card, names), 'ten metres\n**Depth &#126;&#126; & more**: 5');
  assert.equal(blocksText([{ type: 'header', text: { type: 'plain_text', text: ' ' } }], names), '');
  const attachments = [{ fields: [{ value: 'ten metres' }, { title: 'Depth', value: 5 }] }];
  assert.equal(cardsIn({ attachments }), 'ten metres\n**Depth**: 5');
});
