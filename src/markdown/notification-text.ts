// Converts rendered HTML to the text of a notification: emoji become characters, quotes and lists stay recognizable,
// and the content of spoilers is left out. Only for HTML that this folder wrote. (As in the mobile clients of the
// reference server.)

import { decodeCharacterReferences } from './entities.ts';
import { FORMULA, readFormula } from './plain-text.ts';
import { elementEnd, SPOILER_CONTENT } from './rendered-html.ts';

const EMOJI_SPAN = /^<span [^>]*class="emoji emoji-([0-9a-f]+(?:-[0-9a-f]+)*)"[^>]*>/;
/** The text in place of a picture or an audio file. */
const ALTERNATIVE = /^<(?:img\b[^>]*?\balt|audio\b[^>]*? title)="([^"]*)"/;
const BLOCK_END = /^<(?:br|hr|\/(?:p|div|li|h[1-6]|tr|blockquote|pre|ol|ul))\b/;

interface List {
  /** The next item's number; undefined for bullet lists. */
  number: number | undefined;
}

function emojiOf(codes: string): string {
  const points = codes.split('-').map((code) => Number.parseInt(code, 16));
  return points.every((point) => point <= 0x10ffff) ? String.fromCodePoint(...points) : '';
}

interface Line {
  /** The number of quotes around it. */
  readonly quotes: number;
  readonly text: string;
}

const EMPTY_LINE: Line = { quotes: 0, text: '' };

class TextWriter {
  readonly #lines: Line[] = [EMPTY_LINE];
  readonly #lists: List[] = [];
  #quotes = 0;

  get text(): string {
    const lines = this.#lines.filter(({ text }) => text.trim() !== '');
    return lines.map(({ quotes, text }) => '> '.repeat(quotes) + text.trimEnd()).join('\n');
  }

  get #last(): Line {
    return this.#lines.at(-1) ?? EMPTY_LINE;
  }

  set #last(line: Line) {
    this.#lines[this.#lines.length - 1] = line;
  }

  /** Adds text to the current line; line breaks in it begin new lines. */
  add(text: string): void {
    for (const [index, piece] of decodeCharacterReferences(text).split('\n').entries()) {
      if (index > 0) this.endLine();
      if (piece === '') continue;
      const { quotes, text: textBefore } = this.#last;
      this.#last = { quotes: textBefore === '' ? this.#quotes : quotes, text: textBefore + piece };
    }
  }

  /** Ends the current line, unless it is empty. */
  endLine(): void {
    if (this.#last.text !== '') this.#lines.push(EMPTY_LINE);
  }

  /** Adds text to the last line that is not empty. */
  appendToLastLine(text: string): void {
    if (this.#lines.length > 1 && this.#last.text === '') this.#lines.pop();
    this.add(this.#last.text === '' ? text.trimStart() : text);
  }

  /** Applies the effect of a tag on the lines. */
  tag(tag: string): void {
    if (BLOCK_END.test(tag)) this.endLine();
    if (tag.startsWith('<blockquote')) {
      this.endLine();
      this.#quotes++;
    } else if (tag.startsWith('</blockquote')) this.#quotes--;
    else if (tag.startsWith('<ol')) this.#open({ number: Number(/\bstart="(\d+)"/.exec(tag)?.[1] ?? 1) });
    else if (tag.startsWith('<ul')) this.#open({ number: undefined });
    else if (tag.startsWith('</ol') || tag.startsWith('</ul')) this.#lists.pop();
    else if (/^<li\b/.test(tag)) this.#item();
  }

  #open(list: List): void {
    this.endLine();
    this.#lists.push(list);
  }

  #item(): void {
    this.endLine();
    const list = this.#lists.at(-1);
    const indent = '  '.repeat(Math.max(0, this.#lists.length - 1));
    this.add(`${indent}${list?.number === undefined ? '-' : `${list.number++}.`} `);
  }
}

/** The text of `html` for a notification, in lines. */
export function notificationText(html: string): string {
  const writer = new TextWriter();
  let at = 0;
  for (let open = html.indexOf('<'); open !== -1; open = html.indexOf('<', at)) {
    writer.add(html.slice(at, open));
    if (html.startsWith(FORMULA, open)) {
      const formula = readFormula(html, open);
      writer.add(formula.source);
      at = formula.end;
      continue;
    }
    if (html.startsWith(SPOILER_CONTENT, open)) {
      writer.appendToLastLine(' (…)');
      at = elementEnd(html, 'div', open);
      continue;
    }
    const close = html.indexOf('>', open);
    if (close === -1) break;
    const tag = html.slice(open, close + 1);
    const emoji = EMOJI_SPAN.exec(tag)?.[1];
    at = emoji === undefined ? close + 1 : elementEnd(html, 'span', open);
    if (emoji !== undefined) writer.add(emojiOf(emoji));
    else if (/^<(?:img|audio)\b/.test(tag)) writer.add(ALTERNATIVE.exec(tag)?.[1] ?? '');
    else writer.tag(tag);
  }
  writer.add(html.slice(at));
  return writer.text;
}
