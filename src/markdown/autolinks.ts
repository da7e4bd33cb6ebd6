// Turns addresses in text into links: addresses with a scheme, addresses that begin with a known domain, and mail
// addresses. A link lies within one word (text without whitespace) and extends to its end, except for closing
// punctuation.

import { tools } from '#markdown-tools';
import { element } from './html.ts';
import type { InlineRule } from './inline-parse.ts';
import { checkUrl } from './link-urls.ts';

/** A link found in a text; `url` as typed. */
export interface FoundUrl {
  readonly start: number;
  readonly url: string;
}

const MAYBE = /:\/\/|bitcoin:|[\p{L}\p{N}_]\.\p{L}|@[\p{L}\p{N}_-]/u;
const WORD = /\S+/g;
const BEFORE = new Set(['', "'", '"', '(', ',', ':', '<']);
const AFTER = new Set(['!', ':', ';', '?', ')', ',', '.', "'", '"', '>']);
const WITH_SCHEME = /(?:https?|hansoft|obsidian|zotero|asanadesktop):\/\/[\p{L}\p{N}_.:@-]+/iuy;
const DOMAIN = /(?:[\p{L}\p{N}_-]+\.)+([\p{L}\p{N}-]+)/uy;
const BITCOIN = /bitcoin:[13][1-9A-HJ-NP-Za-km-z]{25,34}/y;
const MAIL = /[\p{L}\p{N}_.+-]+@[\p{L}\p{N}_.-]+\.[\p{L}\p{N}_]+/uy;
const MAX_PARENTHESES = 6;
/** The positions tried in one word; only text made to be slow has more. */
const MAX_TRIES = 32;

export const autolinks: InlineRule = {
  name: 'autolink',
  trigger: MAYBE,
  apply(text, run, scope) {
    let result = '';
    let linkedUpTo = 0;
    for (const { start, url } of findUrls(text)) {
      const typed = run.restore(url);
      const href = checkUrl(typed, scope.settings.organizationUrl);
      if (href === undefined) continue;
      const node = element('a', { href }, [{ kind: 'plain', text: typed }], {
        kind: 'link',
        url: href,
        text: typed,
        // If the scheme was omitted, the link's text differs from its address.
        isBare: href !== `http://${typed}`,
      });
      result += text.slice(linkedUpTo, start) + run.placeholderFor(node, url);
      linkedUpTo = start + url.length;
    }
    return result + text.slice(linkedUpTo);
  },
};

/** All addresses in `text`, in order. */
export function findUrls(text: string): FoundUrl[] {
  const found: FoundUrl[] = [];
  if (!MAYBE.test(text)) return found;
  for (const word of text.matchAll(WORD)) {
    if (!MAYBE.test(word[0])) continue;
    const url = findInWord(word[0]);
    if (url !== undefined) found.push({ start: word.index + url.start, url: url.url });
  }
  return found;
}

function findInWord(word: string): FoundUrl | undefined {
  let earliestEnd = word.length;
  while (earliestEnd > 0 && AFTER.has(word[earliestEnd - 1] ?? '')) earliestEnd--;
  let tries = 0;
  for (let start = 0; start < earliestEnd && tries < MAX_TRIES; start++) {
    if (!BEFORE.has(word[start - 1] ?? '')) continue;
    tries++;
    const end = urlEnd(word, start, earliestEnd);
    if (end !== undefined) return { start, url: word.slice(start, end) };
  }
  return undefined;
}

/** The end of the address that begins at `start`: not before `earliest`, and followed by punctuation only. */
function urlEnd(word: string, start: number, earliest: number): number | undefined {
  const hostEnd = matchEnd(WITH_SCHEME, word, start);
  if (hostEnd !== undefined) {
    if (hostEnd >= earliest) return trimHost(word, start, earliest);
    return /[/?#]/.test(word[hostEnd] ?? '') ? pathEnd(word, hostEnd, earliest) : undefined;
  }
  const coinEnd = matchEnd(BITCOIN, word, start);
  if (coinEnd !== undefined) return coinEnd === earliest ? coinEnd : undefined;
  const mailEnd = matchEnd(MAIL, word, start);
  if (mailEnd === earliest) return mailEnd;
  const domainEnd = matchEnd(DOMAIN, word, start);
  if (domainEnd === undefined || !isTopLevelDomain(word.slice(start, domainEnd))) return undefined;
  if (domainEnd === earliest) return domainEnd;
  return word[domainEnd] === '/' ? pathEnd(word, domainEnd, earliest) : undefined;
}

/** The pattern of hosts also matches some of the punctuation that may follow an address. */
function trimHost(word: string, start: number, earliest: number): number | undefined {
  return earliest > word.indexOf('://', start) + 3 ? earliest : undefined;
}

/** The end of a path: parentheses in it are balanced, quotation marks end it. */
function pathEnd(word: string, start: number, earliest: number): number | undefined {
  let depth = 0;
  for (let at = start; at < word.length; at++) {
    if (at >= earliest && depth === 0) return at;
    const character = word[at];
    if (character === '"') return undefined;
    if (character === '(' && ++depth > MAX_PARENTHESES) return undefined;
    if (character === ')' && --depth < 0) return undefined;
  }
  return depth === 0 ? word.length : undefined;
}

function matchEnd(pattern: RegExp, text: string, start: number): number | undefined {
  pattern.lastIndex = start;
  return pattern.test(text) ? pattern.lastIndex : undefined;
}

let topLevelDomains: ReadonlySet<string> | undefined;

function isTopLevelDomain(domain: string): boolean {
  topLevelDomains ??= new Set(tools.topLevelDomains().split(/\s+/));
  return topLevelDomains.has(domain.slice(domain.lastIndexOf('.') + 1));
}
