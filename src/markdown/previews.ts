// Selects the links of a document that get a preview, and where previews are placed: one per address, none in
// quotes, and none in a document with very many addresses.

import type { Inline, InlinePosition } from './blocks.ts';
import type { MarkdownLookup, MarkdownSettings } from './contract.ts';
import { type HtmlElement, type HtmlNode, type Meaning, plain } from './html.ts';
import { type Preview, previewOf } from './preview-html.ts';

/** A document with more distinct addresses gets no previews. */
const MAX_URLS = 24;

export interface PreviewPlan {
  readonly after: ReadonlyMap<Inline, readonly HtmlNode[]>;
  /** Texts that consist of an address which its preview replaces. */
  readonly replaced: ReadonlySet<Inline>;
  readonly atEnd: readonly HtmlNode[];
  readonly showsImage: boolean;
  /** Addresses of web pages that have not been fetched. */
  readonly fetchable: readonly string[];
}

export interface PositionedInline {
  readonly inline: Inline;
  readonly position: InlinePosition;
  readonly nodes: readonly HtmlNode[];
}

type Link = Extract<Meaning, { kind: 'link' }>;

/**
 * Plans the previews of a document. In the nodes themselves, links that showed their address get the text of their
 * preview.
 */
export function planPreviews(
  texts: readonly PositionedInline[],
  settings: MarkdownSettings,
  lookup: MarkdownLookup,
): PreviewPlan {
  const after = new Map<Inline, HtmlNode[]>();
  const replaced = new Set<Inline>();
  const atEnd: HtmlNode[] = [];
  const fetchable: string[] = [];
  let showsImage = false;
  const handledUrls = new Set<string>();
  const isOn = settings.inlineImagePreview || settings.inlineUrlEmbedPreview;
  const unquoted = isOn ? texts.filter(({ position }) => !position.isQuoted) : [];
  const linked = unquoted
    .map((text) => ({ ...text, links: linksIn(text.nodes) }))
    .filter(({ links }) => links.length > 0);
  const urls = new Set(linked.flatMap(({ links }) => links.map(({ meaning }) => meaning.url)));

  for (const { inline, position, nodes, links } of urls.size > MAX_URLS ? [] : linked) {
    for (const { node, meaning } of links) {
      if (handledUrls.has(meaning.url)) continue;
      handledUrls.add(meaning.url);
      const preview = previewOf(meaning, settings, lookup);
      if (preview === undefined) {
        if (settings.inlineUrlEmbedPreview && isWebPage(meaning)) fetchable.push(meaning.url);
        continue;
      }
      if (preview.isImage) showsImage = true;
      if (preview.linkText !== undefined && meaning.isBare) node.children = [plain(preview.linkText)];
      position.previewsFollow ? push(after, inline, preview) : atEnd.push(preview.node);
      const isAlone = nodes.length === 1 && nodes[0] === node;
      if (position.previewsFollow && preview.replacesLink && isAlone && meaning.isBare) replaced.add(inline);
    }
  }
  return { after, replaced, atEnd, showsImage, fetchable };
}

function push(after: Map<Inline, HtmlNode[]>, inline: Inline, preview: Preview): void {
  const nodes = after.get(inline);
  if (nodes === undefined) after.set(inline, [preview.node]);
  else nodes.push(preview.node);
}

function linksIn(
  nodes: readonly HtmlNode[],
  into: { node: HtmlElement; meaning: Link }[] = [],
): { node: HtmlElement; meaning: Link }[] {
  for (const node of nodes) {
    if (node.kind !== 'element') continue;
    if (node.meaning?.kind === 'link' && node.attributes.class === undefined) {
      into.push({ node, meaning: node.meaning });
    }
    linksIn(node.children, into);
  }
  return into;
}

function isWebPage(link: Link): boolean {
  return /^https?:\/\//i.test(link.url);
}
