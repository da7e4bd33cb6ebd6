// Markdown to HTML in three steps. Parsing needs only the text and says what it names. Drafting needs the answers to that,
// and says which formulas and code are to be typeset. Finishing needs those. All are synchronous, touch nothing outside,
// and take time in proportion to the text; typesetting is slow and may be done elsewhere in between.

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
import { escapeVerbatim, type HtmlNode } from './html.ts';
import { parseInline } from './inline-rules.ts';
import { linkifierBudget } from './linkifiers.ts';
import { type DocumentMeaning, MeaningCollector } from './meanings.ts';
import { type PlacedText, planPreviews } from './previews.ts';
import { findReferences } from './references.ts';
import { itemKey, type Typeset, type TypesetItem, typesetHere, typesetItems } from './typesetting.ts';
import { isLongerThan } from './utf8-length.ts';

export * from './contract.ts';

/** HTML of a message in bytes: fifteen times its longest text. */
const DEFAULT_MAX_HTML_BYTES = 150_000;
const CONTROL_CHARACTERS = /[^\P{Cc}\n\t]/gu;

const PARTLY_AS_TYPED =
  '<p><em>Some formulas and code are shown as typed: there are too many to format all of them.</em></p>';
const ALL_AS_TYPED = '<p><em>Shown as typed: this message is too large when it is formatted.</em></p>';

export interface ParsedMarkdown {
  /** The text, normalized. */
  readonly text: string;
  readonly references: MarkdownReferences;
  readonly blocks: readonly Block[];
  readonly settings: MarkdownSettings;
  readonly isMeMessage: boolean;
}

/** A document that is rendered but for its formulas and code. */
export interface MarkdownDraft {
  /** What is to be typeset. */
  readonly items: readonly TypesetItem[];
  /**
   * The rendered document. Where its HTML would be too large, formulas and code are shown as typed, and if that is not
   * enough the whole text is; a note says so.
   * @throws UnrenderableMessageError where even the text itself is too large
   */
  finish(typeset: Typeset): RenderedMarkdown;
}

/** Parses a document and finds what it names. */
export function parseMarkdown(source: string, settings: MarkdownSettings): ParsedMarkdown {
  const text = normalize(source);
  return {
    text,
    references: findReferences(text),
    blocks: parseBlocks(text, { depth: 0, defaultLanguage: settings.defaultCodeLanguage.toLowerCase() }),
    settings,
    isMeMessage: text.startsWith('/me '),
  };
}

/** Renders a parsed document as far as that is quick. */
export function draftMarkdown(
  parsed: ParsedMarkdown,
  lookup: MarkdownLookup,
  options: RenderOptions = {},
): MarkdownDraft {
  const { settings, blocks, isMeMessage } = parsed;
  const { translateEmoticons = false, maxHtmlBytes = DEFAULT_MAX_HTML_BYTES } = options;
  const texts: PlacedText[] = [];
  const nodesOf = new Map<Inline, readonly HtmlNode[]>();
  const meanings = new MeaningCollector(lookup);
  const shared = { settings, lookup, translateEmoticons, linkifierBudget: linkifierBudget() };
  visitInlines(blocks, (inline, place) => {
    const scope = { ...shared, isQuoted: place.isQuoted };
    const nodes = parseInline(inline.text, scope);
    nodesOf.set(inline, nodes);
    texts.push({ inline, place, nodes });
    meanings.addAll(nodes);
  });
  const previews = planPreviews(texts, settings, lookup);
  const items = typesetItems(blocks, nodesOf);
  const found = meanings.result();

  const htmlWith = ({ html, isCut }: Typeset): string => {
    const htmlOf = new Map(items.map((item, index) => [itemKey(item), html[index]]));
    const typeset = (item: TypesetItem) => htmlOf.get(itemKey(item));
    const written = writeDocument(blocks, { nodesOf, previews, typeset });
    return isCut ? `${written}\n${PARTLY_AS_TYPED}` : written;
  };
  return {
    items,
    finish(typeset) {
      let html = htmlWith(typeset);
      if (items.length > 0 && isLongerThan(html, maxHtmlBytes)) html = htmlWith({ html: [], isCut: true });
      if (isLongerThan(html, maxHtmlBytes)) {
        html = `${asTyped(parsed.text)}\n${ALL_AS_TYPED}`;
        if (isLongerThan(html, maxHtmlBytes)) throw new UnrenderableMessageError();
        return { html, ...MEANS_NOTHING, isMeMessage, linksForPreview: [] };
      }
      const hasImage = found.hasImage || previews.showsImage;
      return { html, ...found, hasImage, isMeMessage, linksForPreview: previews.fetchable };
    },
  };
}

/** Renders a parsed document and typesets its formulas and code here and now. @throws UnrenderableMessageError */
export function renderMarkdown(
  parsed: ParsedMarkdown,
  lookup: MarkdownLookup,
  options: RenderOptions = {},
): RenderedMarkdown {
  const draft = draftMarkdown(parsed, lookup, options);
  return draft.finish(typesetHere(draft.items));
}

const MEANS_NOTHING: DocumentMeaning = {
  mentionedUserIds: [],
  mentionedGroupIds: [],
  mentionsChannel: false,
  mentionsTopic: false,
  hasLink: false,
  hasImage: false,
  hasAttachment: false,
  uploadPaths: [],
};

function asTyped(text: string): string {
  const paragraphs = text.split(/\n{2,}/).filter((paragraph) => paragraph.trim() !== '');
  return paragraphs
    .map((paragraph) => `<p>${escapeVerbatim(paragraph).replaceAll('\n', '<br>\n')}</p>`)
    .join('\n');
}

/** Line ends and characters as the rules expect them: `\n`, well-formed, no control characters but tabs. */
function normalize(source: string): string {
  return source.replace(/\r\n?/g, '\n').replace(CONTROL_CHARACTERS, '').toWellFormed();
}
