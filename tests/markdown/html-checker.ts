/** Reads rendered HTML strictly: every element closed in order, only known elements, attributes and addresses. */

import assert from 'node:assert/strict';

const ATTRIBUTES: Readonly<Record<string, readonly string[]>> = {
  a: ['class', 'data-id', 'data-stream-id', 'href', 'style', 'title'],
  audio: ['controls', 'data-duration', 'data-waveform', 'preload', 'src', 'title'],
  blockquote: [],
  br: [],
  code: [],
  del: [],
  div: ['aria-hidden', 'class', 'data-code-language'],
  em: [],
  h1: [],
  h2: [],
  h3: [],
  h4: [],
  h5: [],
  h6: [],
  hr: [],
  img: [
    'alt',
    'class',
    'data-animated',
    'data-original-content-type',
    'data-original-dimensions',
    'data-original-src',
    'data-transcoded-image',
    'src',
    'title',
  ],
  li: [],
  ol: ['start'],
  p: [],
  pre: [],
  span: ['aria-label', 'class', 'data-user-group-id', 'data-user-id', 'role', 'title'],
  strong: [],
  table: [],
  tbody: [],
  td: ['style'],
  th: ['style'],
  thead: [],
  time: ['datetime'],
  tr: [],
  ul: [],
  video: ['preload', 'src'],
};
const VOID = new Set(['br', 'hr', 'img']);
const TOKEN = /<(\/?)([a-zA-Z][a-zA-Z0-9]*)((?:\s+[a-zA-Z-]+(?:="[^"<]*")?)*)\s*(\/?)>|([^<]+)|(<)/g;
const ATTRIBUTE = /([a-zA-Z-]+)(?:="([^"]*)")?/g;
const SAFE_URL =
  /^(?:https?|ftp|file|mailto|tel|ssh|irc|magnet|xmpp|sms|news|geo|im|mid|sip|urn):|^[/#]|^user_uploads\//;

/** Fails if `html` is not well-formed or holds anything that is not listed. Formulas only have to balance. */
export function checkHtml(html: string): void {
  const open: string[] = [];
  let formulaDepth = 0;
  for (const [token, slash, tag, attributes = '', selfClosing, text, stray] of html.matchAll(TOKEN)) {
    assert.equal(stray, undefined, `a stray < in ${html}`);
    if (text !== undefined) {
      assert.ok(!text.includes('>'), `a stray > in ${html}`);
      continue;
    }
    assert.ok(tag !== undefined);
    if (slash === '/') {
      assert.equal(open.pop(), tag, `${token} closes nothing in ${html}`);
      if (open.length < formulaDepth) formulaDepth = 0;
      continue;
    }
    if (formulaDepth > 0) {
      if (selfClosing !== '/') open.push(tag);
      continue;
    }
    checkElement(tag, attributes, html);
    assert.ok(tag !== 'a' || !open.includes('a'), `a link in a link in ${html}`);
    if (VOID.has(tag)) continue;
    open.push(tag);
    if (token === '<span class="katex">') formulaDepth = open.length;
  }
  assert.deepEqual(open, [], `unclosed elements in ${html}`);
}

function checkElement(tag: string, attributes: string, html: string): void {
  const allowed = ATTRIBUTES[tag];
  assert.ok(allowed !== undefined, `<${tag}> in ${html}`);
  for (const [, name = '', value = ''] of attributes.matchAll(ATTRIBUTE)) {
    assert.ok(allowed.includes(name), `${name} of <${tag}> in ${html}`);
    if (name === 'href' || name === 'src') assert.match(value, SAFE_URL, html);
  }
}
