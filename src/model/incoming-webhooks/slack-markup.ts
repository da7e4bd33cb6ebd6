// Converts Slack's markup to Markdown. Links, code and special mentions are extracted first, so that their
// content is not parsed as emphasis. Entities are decoded last, so that what they escape is not parsed at all.

import { bold, link } from './untrusted-markdown.ts';

/** More than fits into a message, whatever its markup becomes. */
const READ_CHARACTERS = 40_000;

/** Decodes `&lt;`, `&gt;` and `&amp;`, the only entities that Slack uses. */
function decodeEntities(text: string): string {
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
}

/** A mention of everyone, for which Slack has three names. */
export const EVERYONE = '@**all**';

/** A time that Slack sends in seconds, as Markdown; undefined if it is not one. */
export function slackTime(seconds: string): string | undefined {
  if (!/^\d{1,12}(?:\.\d{1,9})?$/.test(seconds)) return undefined;
  const date = new Date(Math.floor(Number(seconds)) * 1000);
  return Number.isNaN(date.getTime()) ? undefined : `<time:${date.toISOString().replace('.000Z', 'Z')}>`;
}

/** A link to a URL, with a label if there is one. */
export function slackLink(address: string, label: string): string {
  if (/^mailto:[^\s()<>]+$/i.test(address)) {
    return label === '' ? address.slice('mailto:'.length) : `[${label.replace(/[[\]]/g, '')}](${address})`;
  }
  if (label !== '') return link(label, address);
  return /^https?:\/\/\S+$/i.test(address) ? address : link(address, address);
}

/** The content between `<` and `>`; undefined if it has no meaning in Slack. */
function special(inside: string): string | undefined {
  const bar = inside.indexOf('|');
  const target = decodeEntities(bar < 0 ? inside : inside.slice(0, bar));
  const label = bar < 0 ? '' : decodeEntities(inside.slice(bar + 1));
  if (/^(?:https?:|mailto:)\S+$/i.test(target)) return slackLink(target, label);
  if (/^tel:\S+$/i.test(target)) return label || target.slice('tel:'.length);
  if (/^@[UW][A-Z0-9]{1,30}$/.test(target))
    return bold(label === '' ? target : `@${label.replace(/^@/, '')}`);
  if (/^#[CG][A-Z0-9]{1,30}$/.test(target))
    return bold(label === '' ? target : `#${label.replace(/^#/, '')}`);
  if (/^!(?:here|channel|everyone)$/.test(target)) return EVERYONE;
  if (/^!subteam\^[A-Z0-9]{1,30}$/.test(target)) return bold(label || target.slice('!subteam^'.length));
  const [, seconds] = /^!date\^([\d.]{1,30})\^/.exec(target) ?? [];
  if (seconds !== undefined) return slackTime(seconds) ?? label;
  return target.startsWith('!') && label !== '' ? label : undefined;
}

/** Inline code or a code block. Slack's markup has no meaning inside. */
function codeText(block: string | undefined, line: string): string {
  const plain = (text: string) =>
    decodeEntities(
      text.replace(/<(?:https?:|mailto:)[^|<>\s]+\|([^<>]+)>/g, '$1').replace(/<(https?:[^|<>\s]+)>/g, '$1'),
    );
  if (block === undefined) return `\`${plain(line)}\``;
  return `\n\`\`\`\n${plain(block).replace(/^\n|\n$/g, '')}\n\`\`\`\n`;
}

/** Converts a text to Markdown. Ignores what is longer than any message. */
export function fromSlackMarkup(text: string): string {
  const extracted: string[] = [];
  const extract = (markdown: string) => {
    extracted.push(markdown);
    return `\uE000${extracted.length - 1}\uE001`;
  };
  const outer = text
    .slice(0, READ_CHARACTERS)
    .toWellFormed()
    .replace(/[\uE000\uE001]/g, '')
    .replace(
      /```([\s\S]*?)```|`([^`\n]+)`|<([^<>\n]+)>/g,
      (match, block: string | undefined, line: string | undefined, inside: string | undefined) => {
        if (inside === undefined) return extract(codeText(block, line ?? ''));
        const found = special(inside);
        return found === undefined ? match : extract(found);
      },
    );
  const styled = outer
    .replace(/::skin-tone-[2-6]:/g, ':')
    .replace(/(^|[\s(_~])\*(?!\s)([^*\n]+?)(?<!\s)\*(?=$|[\s.,;:!?)_~])/gm, '$1**$2**')
    .replace(/(^|[\s(*~])_(?!\s)([^_\n]+?)(?<!\s)_(?=$|[\s.,;:!?)*~])/gm, '$1*$2*')
    .replace(/(^|[\s(*_])~(?!\s)([^~\n]+?)(?<!\s)~(?=$|[\s.,;:!?)*_])/gm, '$1~~$2~~');
  const withExtracted = decodeEntities(styled).replace(
    /\uE000(\d+)\uE001/g,
    (_, index: string) => extracted[Number(index)] ?? '',
  );
  return text.includes('```') ? withExtracted.replace(/\n{3,}/g, '\n\n').trim() : withExtracted;
}
