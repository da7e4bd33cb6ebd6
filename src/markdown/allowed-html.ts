// Checks whether HTML could have been written by this folder, for rendered texts from elsewhere that would be displayed
// unchanged. It requires quoted attributes, elements closed in order, and names and addresses that are known to be
// harmless, and refuses everything else.

import { isAllowedUrl } from './link-urls.ts';

const ATTRIBUTES: Readonly<Record<string, readonly string[]>> = {
  a: ['class', 'data-id', 'data-stream-id', 'href', 'style', 'title'],
  audio: [
    'class',
    'controls',
    'data-duration',
    'data-original-url',
    'data-waveform',
    'preload',
    'src',
    'title',
  ],
  div: ['aria-hidden', 'class', 'data-code-language'],
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
  ol: ['start'],
  span: [
    'aria-hidden',
    'aria-label',
    'class',
    'data-user-group-id',
    'data-user-id',
    'role',
    'style',
    'title',
  ],
  td: ['style'],
  th: ['style'],
  time: ['datetime'],
  video: ['class', 'controls', 'preload', 'src'],
  // The elements of formulas.
  math: ['display', 'xmlns'],
  annotation: ['encoding'],
  svg: ['height', 'preserveAspectRatio', 'style', 'viewBox', 'width', 'xmlns'],
  path: ['d'],
  line: ['stroke-width', 'x1', 'x2', 'y1', 'y2'],
};
const PLAIN = new Set(
  'blockquote br code del em h1 h2 h3 h4 h5 h6 hr li p pre strong table tbody thead tr ul semantics'.split(
    ' ',
  ),
);
/** Elements of MathML, whose attributes are words and lengths. */
const MATH =
  /^m(?:row|i|o|n|s|text|space|sup|sub|subsup|frac|sqrt|root|over|under|underover|table|tr|td|padded|phantom|style|enclose|error|multiscripts|prescripts|glyph|labeledtr)$/;
const MATH_ATTRIBUTE = /^(?:[a-z]+|[a-z]+-[a-z]+)$/;
const VOID = new Set(['br', 'hr', 'img']);
/** Elements that a slash closes: HTML elements stay open regardless of a slash. */
const CLOSED_BY_SLASH = new Set(['line', 'mspace', 'path']);

const TAG = /<(\/?)([a-zA-Z][a-zA-Z0-9]*)((?: [a-zA-Z][\w:-]*(?:="[^"<>]*")?)*) ?(\/?)>/y;
const ATTRIBUTE = / ([a-zA-Z][\w:-]*)(?:="([^"<>]*)")?/g;
const STYLE =
  /^(?:background-image: url\(&quot;(?:https?:\/)?\/(?:[^"\\\n&]|&amp;)*&quot;\)|(?![\s\S]*\bposition\b)[\w\s:;.,#%+-]*)$/i;
/** The number of a video, or the iframe that it is played in, as link previews write it. */
const VIDEO =
  /^(?:[\w-]+|&lt;iframe src=&quot;https?:\/\/(?:[^\s&<>"']|&amp;|&#39;)+&quot; allow=&quot;fullscreen&quot;&gt;&lt;\/iframe&gt;)$/;
/** Attributes whose values are followed or loaded. */
const ADDRESSES: readonly string[] = ['href', 'src', 'data-original-src', 'data-original-url'];

/** Whether all of a text is such HTML. */
export function isAllowedHtml(html: string): boolean {
  const openElements: string[] = [];
  let at = 0;
  for (let next = html.indexOf('<'); next >= 0; next = html.indexOf('<', at)) {
    if (html.slice(at, next).includes('>')) return false;
    TAG.lastIndex = next;
    const [token, slash, tag = '', attributes = '', closed] = TAG.exec(html) ?? [];
    if (token === undefined) return false;
    at = next + token.length;
    if (slash) {
      if (openElements.pop() !== tag) return false;
      continue;
    }
    if (!isKnownElement(tag, attributes)) return false;
    if (closed && !VOID.has(tag) && !CLOSED_BY_SLASH.has(tag)) return false;
    if (!VOID.has(tag) && !closed) openElements.push(tag);
  }
  return openElements.length === 0 && !html.slice(at).includes('>');
}

function isKnownElement(tag: string, attributes: string): boolean {
  const allowedAttributes = Object.hasOwn(ATTRIBUTES, tag) ? ATTRIBUTES[tag] : undefined;
  const isMath = MATH.test(tag);
  if (!allowedAttributes && !isMath && !PLAIN.has(tag)) return false;
  for (const [, name = '', value = ''] of attributes.matchAll(ATTRIBUTE)) {
    const isNamed = isMath
      ? MATH_ATTRIBUTE.test(name) && !/^on|href|src|action/.test(name)
      : allowedAttributes?.includes(name);
    if (!isNamed || !isKnownValue(name, value)) return false;
  }
  return true;
}

function isKnownValue(name: string, value: string): boolean {
  if (ADDRESSES.includes(name)) return isAllowedUrl(value);
  if (name === 'style') return STYLE.test(value);
  return name !== 'data-id' || VIDEO.test(value);
}
