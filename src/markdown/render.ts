// Markdown to HTML in two steps. Parsing needs only the text and says what it names; rendering needs the
// answers to that. Both are synchronous, touch nothing outside, and take time in proportion to the text.

import { parseBlocks } from './block-parser.ts';
import { type Block, type Inline, visitInlines } from './blocks.ts';
import {
  type MarkdownLookup,
  type MarkdownReferences,
  type MarkdownSettings,
  type RenderedMarkdown,
  type RenderOptions,
  UnrenderableMessageError,
} from './contract.ts';
import { writeDocument } from './document-writer.ts';
import type { HtmlNode } from './html.ts';
import { parseInline } from './inline-rules.ts';
import { MeaningCollector } from './meanings.ts';
import { type PlacedText, planPreviews } from './previews.ts';
import { findReferences } from './references.ts';

export * from './contract.ts';

const DEFAULT_MAX_HTML_LENGTH = 1_000_000;
const CONTROL_CHARACTERS = /[^\P{Cc}\n\t]/gu;

export interface ParsedMarkdown {
  readonly references: MarkdownReferences;
  readonly blocks: readonly Block[];
  readonly settings: MarkdownSettings;
  readonly isMeMessage: boolean;
}

/** Parses a document and finds what it names. */
export function parseMarkdown(source: string, settings: MarkdownSettings): ParsedMarkdown {
  const text = normalize(source);
  return {
    references: findReferences(text),
    blocks: parseBlocks(text, { depth: 0, defaultLanguage: settings.defaultCodeLanguage.toLowerCase() }),
    settings,
    isMeMessage: text.startsWith('/me '),
  };
}

/**
 * Renders a parsed document.
 * @throws UnrenderableMessageError if the HTML would be longer than `maxHtmlLength`.
 */
export function renderMarkdown(
  parsed: ParsedMarkdown,
  lookup: MarkdownLookup,
  options: RenderOptions = {},
): RenderedMarkdown {
  const { settings, blocks } = parsed;
  const { translateEmoticons = false, maxHtmlLength = DEFAULT_MAX_HTML_LENGTH } = options;
  const texts: PlacedText[] = [];
  const nodesOf = new Map<Inline, readonly HtmlNode[]>();
  const meanings = new MeaningCollector(lookup);
  visitInlines(blocks, (inline, place) => {
    const scope = { settings, lookup, translateEmoticons, isQuoted: place.isQuoted };
    const nodes = parseInline(inline.text, scope);
    nodesOf.set(inline, nodes);
    texts.push({ inline, place, nodes });
    meanings.addAll(nodes);
  });
  const previews = planPreviews(texts, settings, lookup);
  const html = writeDocument(blocks, { nodesOf, previews });
  if (html.length > maxHtmlLength) throw new UnrenderableMessageError();
  const found = meanings.result();
  return {
    html,
    ...found,
    hasImage: found.hasImage || previews.showsImage,
    isMeMessage: parsed.isMeMessage,
    linksForPreview: previews.fetchable,
  };
}

/** Line ends and characters as the rules expect them: `\n`, well-formed, no control characters but tabs. */
function normalize(source: string): string {
  return source.replace(/\r\n?/g, '\n').replace(CONTROL_CHARACTERS, '').toWellFormed();
}
