// Pieces of Markdown around words of strangers: whatever a title, a name or a text holds, it does not leave the place
// that it is given, and mentions nobody.

import { lookupTable } from '../../api-contract/typed-records.ts';

const SHOWN_TITLE = 300;
const SHOWN_TEXT = 4000;

/** Some words of a stranger in one line. */
export function plain(words: string, most = SHOWN_TITLE): string {
  const line = withoutLooseMarks(inOneLine(words, most)).replaceAll('](', '] (');
  // At the beginning of a line, three marks alike would open a fence.
  return line.replace(/``(?=`)|~~(?=~)/g, '$& ');
}

/** The beginning of a text in one line. Of what is longer by far than what is shown, the rest is not looked at. */
function inOneLine(words: string, most: number): string {
  const near = cut(words, 4 * most);
  return cut(near.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim(), most);
}

/** So many characters of a text at most. */
export function cut(text: string, most: number): string {
  if (text.length <= most) return text;
  const kept = [...text.slice(0, 2 * most)];
  return kept.length <= most ? text : `${kept.slice(0, most).join('')}…`;
}

/** A mark that opens something and does not close it would take hold of what follows. */
function withoutLooseMarks(line: string): string {
  const ticked = (line.match(/`/g)?.length ?? 0) % 2 === 0 ? line : line.replaceAll('`', "'");
  return (ticked.match(/\$\$/g)?.length ?? 0) % 2 === 0 ? ticked : ticked.replaceAll('$$', '$ $');
}

/** A label for a link: its brackets stay only where each that closes has been opened. */
function label(words: string): string {
  const line = withoutLooseMarks(inOneLine(words, SHOWN_TITLE));
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

/** The address as it may stand in a link; undefined for what is no address of the web. */
function webAddress(url: string): string | undefined {
  const trimmed = url.trim();
  if (!/^https?:\/\/[^\s/]/i.test(trimmed) || /[\p{Cc}\p{Zl}\p{Zp}]/u.test(trimmed)) return undefined;
  return trimmed.replaceAll(' ', '%20').replace(/[()<>"]/g, (mark) => encodedMarks[mark] ?? mark);
}

/** A link; the words alone where there is no address for it. */
export function link(words: string, url: string): string {
  const address = webAddress(url);
  const shown = label(words);
  if (address === undefined) return plain(words);
  return `[${shown === '' ? address : shown}](${address})`;
}

/** Words that are shown letter by letter: branches, states, names in programs. */
export function code(words: string): string {
  const line = plain(words).replaceAll('`', "'");
  return line === '' ? '' : `\`${line}\``;
}

/** Emphasised words of a stranger. */
export function bold(words: string): string {
  const line = plain(words).replaceAll('*', '');
  return line === '' ? '' : `**${line}**`;
}

function withOneLineEnd(text: string): string {
  return cut(text, 4 * SHOWN_TEXT).replace(/\r\n?/g, '\n');
}

/** What somebody wrote, set apart; nothing where they wrote nothing. */
export function quote(text: string): string {
  const body = withShortRuns(cut(withOneLineEnd(text).trim(), SHOWN_TEXT));
  return body === '' ? '' : fenced('quote', withClosedFences(body));
}

/** Output of a program, set apart; nothing where there is none. */
export function block(text: string, language = 'text'): string {
  const body = withShortRuns(cut(withOneLineEnd(text).trimEnd(), SHOWN_TEXT));
  return body.trim() === '' ? '' : fenced(language, body);
}

/** No run of marks is longer than 50, so that the fence around it can be longer than all of them. */
function withShortRuns(body: string): string {
  return body.replace(/`{50}(?=`)|~{50}(?=~)/g, '$& ');
}

function fenced(kind: string, body: string): string {
  const longest = (body.match(/^[`~]{3,}/gm) ?? []).reduce((most, mark) => Math.max(most, mark.length), 2);
  const fence = '`'.repeat(Math.min(longest + 1, 100));
  return `${fence} ${kind}\n${body}\n${fence}`;
}

/** What is opened in a text is closed in it. */
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

/** Lines that say something, below each other. */
export function lines(...parts: readonly (string | false | undefined)[]): string {
  return parts.filter((part): part is string => typeof part === 'string' && part.trim() !== '').join('\n');
}

/** A sentence and what it speaks of, set apart below it. */
export function withQuote(sentence: string, text: string): string {
  const quoted = quote(text);
  return quoted === '' ? `${sentence}.` : `${sentence}:\n\n${quoted}`;
}

/** A list of names with what they stand for; those without a value are left out. */
export function facts(pairs: readonly (readonly [name: string, shown: string])[]): string {
  return pairs
    .filter(([, shown]) => shown !== '')
    .map(([name, shown]) => `* **${name}**: ${shown}`)
    .join('\n');
}

/** A list in words: `a, b and c`. */
export function inWords(items: readonly string[]): string {
  return items.length < 2 ? (items[0] ?? '') : `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`;
}

/** A number of things. */
export function count(number: number, one: string, many = `${one}s`): string {
  return `${number} ${number === 1 ? one : many}`;
}

/** A word with a capital letter. */
export function capitalized(words: string): string {
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}

/** A moment that every reader sees in their own time; the words as they are where they name none. */
export function moment(time: string | number): string {
  const date = new Date(typeof time === 'number' ? time * 1000 : time);
  return Number.isNaN(date.getTime())
    ? plain(String(time))
    : `<time:${date.toISOString().replace('.000Z', 'Z')}>`;
}

/** A text in which nothing mentions anybody. */
export function withoutMentions(text: string): string {
  return text.replace(/@(?=_?\*)/g, '@\u200B');
}

/** A text in which mentions of everyone notify nobody. */
export function withSilentWildcards(text: string): string {
  return text.replace(/@(?=\*\*(?:all|everyone|channel|stream|topic)\*\*)/g, '@_');
}

/** More than a topic may have. */
const TOPIC_CHARACTERS = 1000;

/** A topic: what stands in it is one line. */
export function topicLine(topic: string): string {
  return cut(topic, TOPIC_CHARACTERS)
    .replace(/[\p{Cc}\p{Cs}\p{Cn}]+/gu, ' ')
    .trim();
}
