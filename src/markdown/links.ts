// Links `[text](address "title")`. Within the text, only matches of earlier rules are rendered.

import { element, type HtmlNode } from './html.ts';
import { type InlineRule, InlineRun } from './inline-parse.ts';
import { checkUrl } from './link-urls.ts';

/**
 * The title extends to the last of its quotation marks before the parenthesis. If there is no address, only one
 * part of the pattern can match the white space; two parts could share it in as many ways as it is long.
 */
const TITLED =
  /\((?:\s*<([^<>\n]*)>\s+|\s*([^\s<>()"']+)\s+|\s+)(?:"([^\n]{0,1000}?)"|'([^\n]{0,1000}?)')\s*\)/y;
const BRACKETED = /\(\s*<([^<>\n]*)>\s*\)/y;

interface Target {
  readonly url: string;
  readonly title: string | undefined;
  /** The position after the closing parenthesis. */
  readonly end: number;
}

/** The characters of an address that are checked per step. */
const CHECKED_PER_STEP = 10;

export const links: InlineRule = {
  name: 'link',
  trigger: '](',
  apply(text, run, scope) {
    const closing = matchPairs(text);
    let result = '';
    let linkedUpTo = 0;
    for (let at = text.indexOf('['); at !== -1; at = text.indexOf('[', Math.max(at + 1, linkedUpTo))) {
      const close = closing.get(at);
      if (close === undefined || text[close + 1] !== '(' || text[at - 1] === '!') continue;
      const target = readTarget(text, close + 1, closing);
      if (target === undefined) continue;
      // Many addresses that must not be linked may be nested in one another, so each check is counted as work.
      scope.work.spend(Math.ceil(target.url.length / CHECKED_PER_STEP));
      const href = checkUrl(run.restore(target.url), scope.settings.organizationUrl);
      if (href === undefined) continue;
      const label = text.slice(at + 1, close);
      const source = text.slice(at, target.end);
      result += text.slice(linkedUpTo, at) + run.placeholderFor(linkNode(run, label, target, href), source);
      linkedUpTo = target.end;
    }
    return result + text.slice(linkedUpTo);
  },
};

/** The element of a link. A label that consists of spaces shows the address. */
function linkNode(run: InlineRun, label: string, target: Target, href: string): HtmlNode {
  const shownLabel = label.trim() === '' ? href : label;
  const title = target.title === undefined ? undefined : run.restore(target.title);
  return element('a', { href, title }, withoutLinks(run.parseClosed(shownLabel)), {
    kind: 'link',
    url: href,
    text: InlineRun.hasPlaceholder(shownLabel) ? run.restore(shownLabel) : shownLabel,
    isBare: shownLabel === run.restore(target.url) || shownLabel === href,
  });
}

/** The positions of opening brackets and parentheses, with those of their closing counterparts. */
function matchPairs(text: string): Map<number, number> {
  const pairs = new Map<number, number>();
  const brackets: number[] = [];
  const parentheses: number[] = [];
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (character === '[') brackets.push(at);
    else if (character === '(') parentheses.push(at);
    else if (character === ']' || character === ')') {
      const open = (character === ']' ? brackets : parentheses).pop();
      if (open !== undefined) pairs.set(open, at);
    }
  }
  return pairs;
}

function readTarget(text: string, open: number, closing: ReadonlyMap<number, number>): Target | undefined {
  TITLED.lastIndex = open;
  const titled = TITLED.exec(text);
  if (titled !== null) {
    const title = titled[3] ?? titled[4] ?? '';
    return { url: titled[1] ?? titled[2] ?? '', title: title || undefined, end: TITLED.lastIndex };
  }
  BRACKETED.lastIndex = open;
  const bracketed = BRACKETED.exec(text)?.[1];
  if (bracketed !== undefined) return { url: bracketed, title: undefined, end: BRACKETED.lastIndex };
  const close = closing.get(open);
  if (close === undefined) return undefined;
  return { url: text.slice(open + 1, close).trim(), title: undefined, end: close + 1 };
}

/** Removes nested links: only their text is kept. */
function withoutLinks(nodes: readonly HtmlNode[]): HtmlNode[] {
  return nodes.flatMap((node) => {
    if (node.kind !== 'element') return [node];
    const children = withoutLinks(node.children);
    return node.tag === 'a' ? children : [{ ...node, children }];
  });
}
