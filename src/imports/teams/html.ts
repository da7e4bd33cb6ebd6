// Converts the HTML of Microsoft Teams messages to Markdown, in one pass over its tags. The text of unknown tags is kept.

import { decodeCharacterReferences } from '../../markdown/entities.ts';
import { codeBlock, inlineCode, literalText } from '../shaping/literal-text.ts';
import { formattedLink, isWebAddress } from '../shaping/web-links.ts';

/** Resolves the names in a text. */
export interface TeamsNames {
  /** The mention for `<at id="…">`; undefined if the person is unknown. */
  mention(id: string): string | undefined;
  /** The text for `<attachment id="…">`. */
  attachment(id: string): string;
}

const TAG = /<(\/?)([a-zA-Z][a-zA-Z0-9]{0,20})((?:\s[^<>]{0,4000})?)\/?>/g;
const MARKS: Readonly<Record<string, string>> = {
  strong: '**',
  b: '**',
  em: '*',
  i: '*',
  s: '~~',
  strike: '~~',
  del: '~~',
};
const BLOCKS = new Set(['p', 'div', 'tr', 'table', 'ul', 'ol', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'hr']);
const MAX_DEPTH = 8;

function attribute(attributes: string, name: string): string {
  const found = new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`, 'i').exec(attributes);
  return decodeCharacterReferences(found?.[1] ?? found?.[2] ?? '');
}

/** An open element, with its content so far. */
interface Open {
  readonly tag: string;
  readonly attributes: string;
  text: string;
  items: number;
}

function withMark(mark: string, text: string): string {
  const inner = text.trim();
  if (inner === '' || inner.includes('\n')) return text;
  const start = text.length - text.trimStart().length;
  return `${text.slice(0, start)}${mark}${inner}${mark}${text.slice(start + inner.length)}`;
}

function linkOf(address: string, label: string): string {
  return isWebAddress(address) ? formattedLink(address, label) : label;
}

/** Teams splits a name of several words into several adjacent mentions of the same person. */
const REPEATED_MENTION = /(@\*\*[^*\n]+\*\*)(?:[ \t]+\1)+/g;

class Converter {
  readonly #names: TeamsNames;
  readonly #open: Open[] = [{ tag: '', attributes: '', text: '', items: 0 }];

  constructor(names: TeamsNames) {
    this.#names = names;
  }

  get #top(): Open {
    return this.#open.at(-1) as Open;
  }

  #isWithin(...tags: readonly string[]): boolean {
    return this.#open.some(({ tag }) => tags.includes(tag));
  }

  text(raw: string): void {
    if (raw === '') return;
    const text = decodeCharacterReferences(raw);
    const top = this.#top;
    if (this.#isWithin('pre', 'codeblock', 'code')) {
      top.text += text.replaceAll('\u00a0', ' ');
      return;
    }
    // White space at the beginning of a line or after a space is not displayed; a single non-breaking space is an
    // empty line.
    const spaced = text.replaceAll(/[ \t\r\n]+/g, ' ');
    const isAtStart = top.text === '' || /[ \n]$/.test(top.text.slice(-1));
    top.text += literalText((isAtStart ? spaced.replace(/^ /, '') : spaced).replaceAll('\u00a0', ' '));
  }

  begin(tag: string, attributes: string): void {
    switch (tag) {
      case 'br':
        this.#top.text += '\n';
        return;
      case 'hr':
        this.#top.text += '\n----\n';
        return;
      case 'img':
        this.#top.text += linkOf(attribute(attributes, 'src'), attribute(attributes, 'alt') || 'picture');
        return;
      case 'emoji':
        this.#top.text += attribute(attributes, 'alt');
        return;
      case 'attachment':
        this.#top.text += this.#names.attachment(attribute(attributes, 'id'));
        return;
      default:
        // Elements beyond this depth are reduced to their text.
        if (this.#open.length < 10 * MAX_DEPTH) this.#open.push({ tag, attributes, text: '', items: 0 });
    }
  }

  end(tag: string): void {
    const at = this.#open.findLastIndex((element) => element.tag === tag);
    if (at <= 0) return;
    while (this.#open.length > at) this.#close();
  }

  #close(): void {
    const closedElement = this.#open.pop();
    if (!closedElement) return;
    const parent = this.#top;
    parent.text = append(parent.text, this.#convert(closedElement, parent), BLOCKS.has(closedElement.tag));
  }

  #convert({ tag, attributes, text }: Open, parent: Open): string {
    switch (tag) {
      case 'a':
        return linkOf(attribute(attributes, 'href'), text);
      case 'at':
        return this.#names.mention(attribute(attributes, 'id')) ?? `@${text}`;
      case 'code':
        return this.#isWithin('pre', 'codeblock') ? text : inlineCode(text);
      case 'pre':
      case 'codeblock':
        return this.#isWithin('pre', 'codeblock') ? text : `\n${codeBlock(text.replace(/\n$/, ''))}\n`;
      case 'blockquote':
        return `\n${text.trim().replaceAll(/^/gm, '> ')}\n\n`;
      case 'li': {
        parent.items++;
        const depth = Math.min(
          MAX_DEPTH,
          this.#open.filter((element) => /^[uo]l$/.test(element.tag)).length - 1,
        );
        const mark = parent.tag === 'ol' ? `${parent.items}.` : '-';
        return `\n${'  '.repeat(Math.max(0, depth))}${mark} ${text.trim()}`;
      }
      case 'td':
      case 'th':
        return `${text.trim()} | `;
      case 'tr':
        return text.replace(/ \| $/, '');
      case 'h1':
      case 'h2':
      case 'h3':
        return `${'#'.repeat(Number(tag[1]))} ${text.trim()}`;
      default:
        return MARKS[tag] === undefined ? text : withMark(MARKS[tag], text);
    }
  }

  finish(): string {
    while (this.#open.length > 1) this.#close();
    return this.#top.text
      .replaceAll(/[ \t]+\n/g, '\n')
      .replaceAll(/\n{3,}/g, '\n\n')
      .replaceAll(REPEATED_MENTION, '$1')
      .trim();
  }
}

/** Appends text; a block begins and ends a line. */
function append(before: string, text: string, isBlock: boolean): string {
  if (!isBlock) return before + text;
  const start = before === '' || before.endsWith('\n') ? '' : '\n';
  const block = text.replace(/^\n+/, '');
  return `${before}${start}${block}${block.endsWith('\n') ? '' : '\n'}`;
}

/** Converts the HTML of a message to Markdown. */
export function fromTeamsHtml(html: string, names: TeamsNames): string {
  const converter = new Converter(names);
  let at = 0;
  for (const match of html.matchAll(TAG)) {
    const [markup, slash = '', tag = '', attributes = ''] = match;
    converter.text(html.slice(at, match.index));
    at = match.index + markup.length;
    if (slash === '') converter.begin(tag.toLowerCase(), attributes);
    else converter.end(tag.toLowerCase());
  }
  converter.text(html.slice(at));
  return converter.finish();
}
