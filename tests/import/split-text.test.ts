// Splitting texts that are longer than a message may be.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { limits } from '../../src/api-contract/limits.ts';
import { splitIntoMessages } from '../../src/imports/shaping/split-text.ts';
import { textOutsideCode } from '../../src/markdown/fences.ts';

test('code longer than a message is code in each of its messages', () => {
  const lines = Array.from({ length: 3000 }, (_, at) => `line *${at}*`);
  const pieces = splitIntoMessages(`before\n\`\`\`\`ts\n${lines.join('\n')}\n\`\`\`\`\nafter`);
  assert.ok(pieces.length > 2);
  for (const piece of pieces) {
    assert.ok([...piece].length <= limits.messageCodePoints);
    assert.doesNotMatch(textOutsideCode(piece), /line/);
  }
  assert.ok(pieces.slice(1).every((piece) => piece.startsWith('````ts\nline')));
  const found = pieces.join('\n').match(/line \*\d+\*/g);
  assert.deepEqual(found, lines);
  assert.match(pieces.at(-1) ?? '', /\nafter$/);
});
