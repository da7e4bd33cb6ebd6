// Renders Markdown to HTML in three steps. Parsing needs only the text, and returns its references. Drafting needs
// the results of looking those up, and returns the formulas and code to typeset. Finishing needs the typeset
// results. All steps are synchronous, have no side effects, and take time in proportion to the text; typesetting is
// slow and may be done elsewhere in between.

import { ME_PREFIX } from '../commands/me-prefix.ts';
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
import { type PositionedInline, planPreviews } from './previews.ts';
import { findReferences } from './references.ts';
import { itemKey, type Typeset, type TypesetItem, typesetItems, typesetNow } from './typesetting.ts';
import { isLongerThan } from './utf8-length.ts';
import { TooMuchWorkError, WorkBudget } from './work-budget.ts';

export * from './contract.ts';

/** The largest HTML of a message: fifteen times its longest text. */
const DEFAULT_MAX_HTML_BYTES = 150_000;
const CONTROL_CHARACTERS = /[^\P{Cc}\n\t]/gu;

const PARTLY_AS_TYPED =
  '<p><em>Some formulas and code are shown as typed: there are too many to format all of them.</em></p>';
const ALL_AS_TYPED = '<p><em>Shown as typed: this message is too large when it is formatted.</em></p>';

export interface ParsedMarkdown {
  /** The normalized text. */
  readonly text: string;
  readonly references: MarkdownReferences;
  /** Undefined if the text needs more work than a message may take. */
  readonly blocks: readonly Block[] | undefined;
  /** The steps of the work budget that remain for drafting. */
  readonly steps: number;
  readonly settings: MarkdownSettings;
  readonly isMeMessage: boolean;
}

/** A document that is rendered except for its formulas, its code and its previews of web pages. */
export interface MarkdownDraft {
  /** What must be typeset. */
  readonly items: readonly TypesetItem[];
  /** Addresses of web pages that the document would show previews of. */
  readonly webPages: readonly string[];
  /**
   * Renders the document. If its HTML would be too large, formulas and code are shown as typed, and if that is not
   * enough, so is the whole text; a note in the HTML states this.
   * @throws UnrenderableMessageError if even the text itself is too large
   */
  finish(typeset: Typeset, linkPreview?: MarkdownLookup['linkPreview']): RenderedMarkdown;
}

/** Parses a document and finds its references. */
export function parseMarkdown(source: string, settings: MarkdownSettings): ParsedMarkdown {
  const text = normalize(source);
  const work = new WorkBudget();
  const blocks = withinBudget(() => parseBlocks(text, settings.defaultCodeLanguage.toLowerCase(), work));
  return {
    text,
    references: findReferences(text),
    blocks,
    steps: work.steps,
    settings,
    isMeMessage: text.startsWith(ME_PREFIX),
  };
}

/** The result of `work`; undefined if it exceeds the budget. */
function withinBudget<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    if (error instanceof TooMuchWorkError) return undefined;
    throw error;
  }
}

/** Renders a parsed document except for the parts that are slow. */
export function draftMarkdown(
  parsed: ParsedMarkdown,
  lookup: MarkdownLookup,
  options: RenderOptions = {},
): MarkdownDraft {
  const { maxHtmlBytes = DEFAULT_MAX_HTML_BYTES } = options;
  const { blocks, settings, isMeMessage } = parsed;
  const asTyped = () => writeAsTyped(parsed, maxHtmlBytes);
  const found = blocks && withinBudget(() => parseInlines(parsed, blocks, lookup, options));
  if (blocks === undefined || found === undefined) return { items: [], webPages: [], finish: asTyped };

  const { texts, nodesOf, meaning } = found;
  const items = typesetItems(blocks, nodesOf);
  return {
    items,
    webPages: planPreviews(texts, settings, lookup).fetchable,
    finish(typeset, linkPreview = lookup.linkPreview) {
      const previews = planPreviews(texts, settings, { ...lookup, ...(linkPreview && { linkPreview }) });
      const htmlWith = ({ html, isTruncated }: Typeset): string => {
        const htmlOf = new Map(items.map((item, index) => [itemKey(item), html[index]]));
        const typesetItem = (item: TypesetItem) => htmlOf.get(itemKey(item));
        const documentHtml = writeDocument(blocks, { nodesOf, previews, typeset: typesetItem });
        return isTruncated ? `${documentHtml}\n${PARTLY_AS_TYPED}` : documentHtml;
      };
      let html = htmlWith(typeset);
      if (items.length > 0 && isLongerThan(html, maxHtmlBytes))
        html = htmlWith({ html: [], isTruncated: true });
      if (isLongerThan(html, maxHtmlBytes)) return asTyped();
      const hasImage = meaning.hasImage || previews.showsImage;
      return { html, ...meaning, hasImage, isMeMessage, linksForPreview: previews.fetchable };
    },
  };
}

interface ParsedInlines {
  readonly texts: readonly PositionedInline[];
  readonly nodesOf: ReadonlyMap<Inline, readonly HtmlNode[]>;
  readonly meaning: DocumentMeaning;
}

/** Parses all inline Markdown of a document. @throws TooMuchWorkError */
function parseInlines(
  { settings, steps }: ParsedMarkdown,
  blocks: readonly Block[],
  lookup: MarkdownLookup,
  { translateEmoticons = false, maxHtmlBytes = DEFAULT_MAX_HTML_BYTES }: RenderOptions,
): ParsedInlines {
  const work = new WorkBudget({ steps, htmlBytes: maxHtmlBytes });
  const shared = { settings, lookup, translateEmoticons, work, linkifierBudget: linkifierBudget() };
  const texts: PositionedInline[] = [];
  const nodesOf = new Map<Inline, readonly HtmlNode[]>();
  const meanings = new MeaningCollector(lookup);
  visitInlines(blocks, (inline, position) => {
    if (inline.text === '') return;
    const nodes = parseInline(inline.text, { ...shared, isQuoted: position.isQuoted });
    nodesOf.set(inline, nodes);
    texts.push({ inline, position, nodes });
    meanings.addAll(nodes);
  });
  return { texts, nodesOf, meaning: meanings.result() };
}

/** Renders a parsed document and typesets its formulas and code synchronously. @throws UnrenderableMessageError */
export function renderMarkdown(
  parsed: ParsedMarkdown,
  lookup: MarkdownLookup,
  options: RenderOptions = {},
): RenderedMarkdown {
  const draft = draftMarkdown(parsed, lookup, options);
  return draft.finish(typesetNow(draft.items));
}

const NO_MEANING: DocumentMeaning = {
  mentionedUserIds: [],
  mentionedGroupIds: [],
  mentionsChannel: false,
  mentionsTopic: false,
  hasLink: false,
  hasImage: false,
  hasAttachment: false,
  uploadPaths: [],
};

/** Renders a document as typed, without any meaning. @throws UnrenderableMessageError */
function writeAsTyped({ text, isMeMessage }: ParsedMarkdown, maxHtmlBytes: number): RenderedMarkdown {
  const paragraphs = text.split(/\n{2,}/).filter((paragraph) => paragraph.trim() !== '');
  const htmlParagraphs = paragraphs.map(
    (paragraph) => `<p>${escapeVerbatim(paragraph).replaceAll('\n', '<br>\n')}</p>`,
  );
  const html = [...htmlParagraphs, ALL_AS_TYPED].join('\n');
  if (isLongerThan(html, maxHtmlBytes)) throw new UnrenderableMessageError();
  return { html, ...NO_MEANING, isMeMessage, linksForPreview: [] };
}

/** Normalizes line ends and characters for the rules: `\n`, well-formed, no control characters except tabs. */
function normalize(source: string): string {
  return source.replace(/\r\n?/g, '\n').replace(CONTROL_CHARACTERS, '').toWellFormed();
}
