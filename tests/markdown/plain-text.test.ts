/** The text of rendered messages, as the search index sees it. */

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { plainText } from '../../src/markdown/plain-text.ts';
import { html } from './support.ts';

describe('plain text', () => {
  for (const [what, source, expected] of [
    ['drops markup', '**a** *b* [c](http://x.example "t") `d`', 'a b c d'],
    ['decodes references', 'a < b &amp; "c" &copy; `&lt;`', 'a < b & "c" © &lt;'],
    ['keeps blocks apart', 'a\nb\n\n- c\n- d\n\n> e', 'a\nb\nc\nd\ne'],
    ['keeps cells apart', '|a|b|\n|-|-|\n|c|d|', 'a\nb\nc\nd'],
    ['names emoji', '👍 :party: :zulip:', ':+1: :party: :zulip:'],
    ['shows formulas by their source', 'so $$x^2 < y$$ holds', 'so x^2 < y holds'],
    ['shows formula blocks by their source', '```math\na\n\nb\n```', 'a\nb'],
    [
      'keeps mentions and code',
      '@**Zoe** #**design>x**\n```js\nlet a = 1\n```',
      '@Zoe #design > x\nlet a = 1',
    ],
    ['shows both parts of a spoiler', '```spoiler head\nbody\n```', 'head\nbody'],
    ['is empty for an empty text', '', ''],
  ] as const) {
    it(what, () => assert.equal(plainText(html(source)), expected));
  }
});
