// Builds Markdown from untrusted texts. Whatever a title, name or text contains, it cannot break out of its
// place in the message, and mentions no one.

import { lookupTable } from '../../api-contract/typed-records.ts';

const SHOWN_TITLE = 300;
const SHOWN_TEXT = 4000;

/** An untrusted text on one line. */
export function plainLine(text: string, maximum = SHOWN_TITLE): string {
  const line = withoutLooseMarks(inOneLine(text, maximum)).replaceAll('](', '] (');
  // At the beginning of a line, three such marks would open a fence.
  return line.replace(/``(?=`)|~~(?=~)/g, '$& ');
}

/** The beginning of a text, on one line. Only a few times `maximum` characters are processed at all. */
function inOneLine(text: string, maximum: number): string {
  const beginning = truncate(text, 4 * maximum);
  return truncate(beginning.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim(), maximum);
}

/** Cuts a text after a number of characters. */
export function truncate(text: string, maximum: number): string {
  if (text.length <= maximum) return text;
  const characters = [...text.slice(0, 2 * maximum)];
  return characters.length <= maximum ? text : `${characters.slice(0, maximum).join('')}…`;
}

/** Neutralizes marks that are opened and not closed, because they would affect the text that follows. */
function withoutLooseMarks(line: string): string {
  const ticked = (line.match(/`/g)?.length ?? 0) % 2 === 0 ? line : line.replaceAll('`', "'");
  return (ticked.match(/\$\$/g)?.length ?? 0) % 2 === 0 ? ticked : ticked.replaceAll('$$', '$ $');
}

/** A link label. Its brackets are kept only if they are balanced. */
function label(text: string): string {
  const line = withoutLooseMarks(inOneLine(text, SHOWN_TITLE));
  let open = 0;
  let isBalanced = true;
  for (const character of line) {
    if (character === '[') open++;
    if (character === ']' && --open < 0) isBalanced = false;
  }
  return isBalanced && open === 0 ? line : line.replaceAll('[', '(').replaceAll(']', ')');
}

const encodedMarks = lookupTable<string>({
  '(': '%28',
  ')': '%29',
  '<': '%3C',
  '>': '%3E',
  '"': '%22',
});

/** A URL escaped for a Markdown link; undefined if it is not an HTTP URL. */
function webAddress(url: string): string | undefined {
  const trimmed = url.trim();
  if (!/^https?:\/\/[^\s/]/i.test(trimmed) || /[\p{Cc}\p{Zl}\p{Zp}]/u.test(trimmed)) return undefined;
  return trimmed.replaceAll(' ', '%20').replace(/[()<>"]/g, (mark) => encodedMarks[mark] ?? mark);
}

/** A link; only the text if the URL is not valid. */
export function link(text: string, url: string): string {
  const address = webAddress(url);
  const linkLabel = label(text);
  if (address === undefined) return plainLine(text);
  return `[${linkLabel === '' ? address : linkLabel}](${address})`;
}

/** Inline code, for branches, states and identifiers. */
export function code(text: string): string {
  const line = plainLine(text).replaceAll('`', "'");
  return line === '' ? '' : `\`${line}\``;
}

/** Untrusted text in bold. */
export function bold(text: string): string {
  const line = plainLine(text).replaceAll('*', '');
  return line === '' ? '' : `**${line}**`;
}

function withUnixLineEnds(text: string): string {
  return truncate(text, 4 * SHOWN_TEXT).replace(/\r\n?/g, '\n');
}

/** A quote block; empty if the text is. */
export function quote(text: string): string {
  const body = withShortRuns(truncate(withUnixLineEnds(text).trim(), SHOWN_TEXT));
  return body === '' ? '' : fencedBlock('quote', withClosedFences(body));
}

/** A code block, for example for a program's output; empty if the text is. */
export function codeBlock(text: string, language = 'text'): string {
  const body = withShortRuns(truncate(withUnixLineEnds(text).trimEnd(), SHOWN_TEXT));
  return body.trim() === '' ? '' : fencedBlock(language, body);
}

/** Splits runs of more than 50 marks, so that the surrounding fence can be longer than any of them. */
function withShortRuns(body: string): string {
  return body.replace(/`{50}(?=`)|~{50}(?=~)/g, '$& ');
}

function fencedBlock(kind: string, body: string): string {
  const longest = (body.match(/^[`~]{3,}/gm) ?? []).reduce(
    (maximum, mark) => Math.max(maximum, mark.length),
    2,
  );
  const fence = '`'.repeat(Math.min(longest + 1, 100));
  return `${fence} ${kind}\n${body}\n${fence}`;
}

/** Closes the fences that are opened in a text. */
function withClosedFences(body: string): string {
  const open: string[] = [];
  for (const line of body.split('\n')) {
    const mark = /^(?:`{3,}|~{3,})/.exec(line)?.[0];
    if (mark === undefined) continue;
    if (line.trimEnd() === open.at(-1)) open.pop();
    else open.push(mark);
  }
  return [body, ...open.reverse()].join('\n');
}

/** Joins the lines that are not blank. */
export function nonBlankLines(...parts: readonly (string | false | undefined)[]): string {
  return parts.filter((part): part is string => typeof part === 'string' && part.trim() !== '').join('\n');
}

/** A sentence, followed by the text it refers to as a quote. */
export function withQuote(sentence: string, text: string): string {
  const quoted = quote(text);
  return quoted === '' ? `${sentence}.` : `${sentence}:\n\n${quoted}`;
}

/** A list of names and values; entries without a value are left out. */
export function factList(pairs: readonly (readonly [name: string, value: string])[]): string {
  return pairs
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `* **${name}**: ${value}`)
    .join('\n');
}

/** A list in words: `a, b and c`. */
export function joinedList(items: readonly string[]): string {
  return items.length < 2 ? (items[0] ?? '') : `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`;
}

/** A number with a noun in singular or plural. */
export function countedNoun(number: number, singular: string, many = `${singular}s`): string {
  return `${number} ${number === 1 ? singular : many}`;
}

/** A text with its first letter in upper case. */
export function capitalized(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

/** A time that all viewers see in their own time zone; if it cannot be parsed, the text itself. */
export function timeMark(time: string | number): string {
  const date = new Date(typeof time === 'number' ? time * 1000 : time);
  return Number.isNaN(date.getTime())
    ? plainLine(String(time))
    : `<time:${date.toISOString().replace('.000Z', 'Z')}>`;
}

/** Disables all mentions in a text. */
export function withoutMentions(text: string): string {
  return text.replace(/@(?=_?\*)/g, '@\u200B');
}

/** Makes mentions of everyone in a text silent. */
export function withSilentWildcards(text: string): string {
  return text.replace(/@(?=\*\*(?:all|everyone|channel|stream|topic)\*\*)/g, '@_');
}

/** More than a topic may contain. */
const TOPIC_CHARACTERS = 1000;

/** A topic: reduced to one line. */
export function topicLine(topic: string): string {
  return truncate(topic, TOPIC_CHARACTERS)
    .replace(/[\p{Cc}\p{Cs}\p{Cn}]+/gu, ' ')
    .trim();
}
