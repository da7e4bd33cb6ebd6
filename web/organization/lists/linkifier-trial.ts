// Tries a linkifier on an example in the browser. The server decides when it is saved: its patterns use RE2
// syntax, which differs from JavaScript's in how groups are named.

import { parseTemplate } from 'url-template';

export type TrialPart = string | { readonly text: string; readonly address: string };

export type Trial =
  | { readonly kind: 'nothing' | 'unknown' | 'unmatched' }
  | { readonly kind: 'linked'; readonly parts: readonly TrialPart[] };

/** The characters allowed before and after a match, as on the server. */
const BEFORE = String.raw`(?<=^|[\s\p{Z}'"(,:<])`;
const AFTER = String.raw`(?=$|[^\p{L}\p{N}])`;

function compile(pattern: string): RegExp | undefined {
  const [, flags = '', rest = ''] = /^(?:\(\?([ims]+)\))?(.*)$/s.exec(pattern) ?? [];
  const patternWithGroups = rest.replaceAll('(?P<', '(?<');
  try {
    return new RegExp(`${BEFORE}(?:${patternWithGroups})${AFTER}`, `gu${[...new Set(flags)].join('')}`);
  } catch {
    return undefined;
  }
}

/** The example as texts and links, or why it has no links. */
export function tryLinkifier(pattern: string, urlTemplate: string, example: string): Trial {
  if (pattern === '' || urlTemplate === '' || example === '') return { kind: 'nothing' };
  const expression = compile(pattern);
  if (!expression) return { kind: 'unknown' };
  const template = parseTemplate(urlTemplate);
  const parts: TrialPart[] = [];
  let from = 0;
  for (const match of example.matchAll(expression)) {
    const [text] = match;
    if (text === '') continue;
    if (match.index > from) parts.push(example.slice(from, match.index));
    parts.push({ text, address: template.expand({ ...match.groups }) });
    from = match.index + text.length;
  }
  if (parts.length === 0) return { kind: 'unmatched' };
  if (from < example.length) parts.push(example.slice(from));
  return { kind: 'linked', parts };
}
