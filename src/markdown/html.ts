// The tree of parsed inline Markdown, and the only code that turns it into HTML. Elements and attributes come from
// one allow-list, so nothing that a user types can become markup. Attributes are written in the list's
// (alphabetical) order, as clients expect.

import { isCharacterReference } from './entities.ts';

const ATTRIBUTES = {
  a: ['class', 'data-id', 'data-stream-id', 'href', 'style', 'title'],
  audio: ['controls', 'data-duration', 'data-original-url', 'data-waveform', 'preload', 'src', 'title'],
  code: [],
  del: [],
  div: ['class'],
  em: [],
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
  span: ['aria-label', 'class', 'data-user-group-id', 'data-user-id', 'role', 'title'],
  strong: [],
  time: ['datetime'],
  video: ['preload', 'src'],
} as const;

export type Tag = keyof typeof ATTRIBUTES;
export type Attributes = { readonly [name in (typeof ATTRIBUTES)[Tag][number]]?: string | undefined };

/** The meaning of a node beyond its HTML. Meanings are collected from the finished tree, never from discarded matches. */
export type Meaning =
  | { readonly kind: 'user'; readonly id: number }
  | { readonly kind: 'group'; readonly id: number }
  | { readonly kind: 'channel-wildcard' }
  | { readonly kind: 'topic-wildcard' }
  | { readonly kind: 'image'; readonly uploadPath: string }
  | { readonly kind: 'audio'; readonly uploadPath: string }
  | {
      readonly kind: 'link';
      readonly url: string;
      readonly text: string;
      /** Whether the visible text is the address itself. */
      readonly isBare: boolean;
    };

export interface HtmlElement {
  readonly kind: 'element';
  readonly tag: Tag;
  readonly attributes: Attributes;
  children: readonly HtmlNode[];
  readonly meaning?: Meaning | undefined;
}

export type HtmlNode =
  | HtmlElement
  /** Text in which a newline is a line break; character references are kept. */
  | { readonly kind: 'text'; readonly text: string }
  /** Text whose newlines are kept; character references are kept too. */
  | { readonly kind: 'plain'; readonly text: string }
  /** Text in which every character is literal. */
  | { readonly kind: 'verbatim'; readonly text: string }
  /** An inline formula, which is typeset separately. */
  | { readonly kind: 'formula'; readonly tex: string };

/** The HTML of an inline formula; undefined if it is shown as typed. */
export type FormulaHtml = (tex: string) => string | undefined;

const VOID = new Set<Tag>(['img']);

/** An element with the given attributes, except undefined ones. */
export function element(
  tag: Tag,
  attributes: Attributes,
  children: readonly HtmlNode[] = [],
  meaning?: Meaning,
): HtmlElement {
  return { kind: 'element', tag, attributes, children, meaning };
}

/** Text whose newlines and character references are kept. */
export function plain(text: string): HtmlNode {
  return { kind: 'plain', text };
}

export function writeNodes(nodes: readonly HtmlNode[], formulaHtml: FormulaHtml): string {
  let html = '';
  for (const node of nodes) html += writeNode(node, formulaHtml);
  return html;
}

function writeNode(node: HtmlNode, formulaHtml: FormulaHtml): string {
  switch (node.kind) {
    case 'text':
      return escapeText(node.text).replaceAll('\n', '<br>\n');
    case 'plain':
      return escapeText(node.text);
    case 'verbatim':
      return escapeVerbatim(node.text);
    case 'formula':
      return formulaHtml(node.tex) ?? `<span class="tex-error">$$${escapeVerbatim(node.tex)}$$</span>`;
    case 'element': {
      const open = `<${node.tag}${writeAttributes(node)}>`;
      return VOID.has(node.tag) ? open : `${open}${writeNodes(node.children, formulaHtml)}</${node.tag}>`;
    }
  }
}

function writeAttributes(node: HtmlElement): string {
  let html = '';
  for (const name of ATTRIBUTES[node.tag]) {
    const value = node.attributes[name];
    if (value === undefined) continue;
    html += name === 'controls' ? ' controls' : ` ${name}="${escapeText(value).replaceAll('"', '&quot;')}"`;
  }
  return html;
}

/** The minimum length of a node's HTML, without nested elements. */
export function minimumLength(node: HtmlNode): number {
  if (node.kind !== 'element') return 0;
  let length = VOID.has(node.tag) ? '<>'.length + node.tag.length : '<></>'.length + 2 * node.tag.length;
  for (const name of ATTRIBUTES[node.tag]) {
    const value = node.attributes[name];
    if (value !== undefined) length += ' =""'.length + name.length + value.length;
  }
  for (const child of node.children) if ('text' in child) length += child.text.length;
  return length;
}

const SPECIAL = /[&<>]/;
const SPECIAL_ALL = /&(?:#\d{1,7};|#[xX][0-9a-fA-F]{1,6};|[A-Za-z][A-Za-z0-9]{1,31};)?|[<>]/g;

/** `text` as HTML; character references in it are kept. */
export function escapeText(text: string): string {
  return SPECIAL.test(text) ? text.replace(SPECIAL_ALL, escapeMatch) : text;
}

function escapeMatch(match: string): string {
  if (match === '<') return '&lt;';
  if (match === '>') return '&gt;';
  return match.length > 1 && isCharacterReference(match) ? match : `&amp;${match.slice(1)}`;
}

/** `text` as HTML that displays exactly `text`. */
export function escapeVerbatim(text: string): string {
  if (!SPECIAL.test(text)) return text;
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
