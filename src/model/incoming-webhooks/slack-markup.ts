// From Slack's markup to Markdown. Links, code and what Slack writes for people, channels and times are taken out first,
// so that what they hold is not read as emphasis; entities are decoded last, so that what they hide is not read at all.

import { bold, link } from './text.ts';

/** More than a message holds, whatever becomes of its marks. */
const READ_CHARACTERS = 40_000;

/** `&lt;`, `&gt;` and `&amp;`, the only entities that Slack writes. */
function decoded(text: string): string {
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
}

/** A mention of everyone, whom Slack calls by three names. */
export const EVERYONE = '@**all**';

/** A moment as Slack sends it, in seconds; undefined where it is none. */
export function slackMoment(seconds: string): string | undefined {
  if (!/^\d{1,12}(?:\.\d{1,9})?$/.test(seconds)) return undefined;
  const date = new Date(Math.floor(Number(seconds)) * 1000);
  return Number.isNaN(date.getTime()) ? undefined : `<time:${date.toISOString().replace('.000Z', 'Z')}>`;
}

/** An address, with a label where there is one. */
export function slackLink(address: string, label: string): string {
  if (/^mailto:[^\s()<>]+$/i.test(address)) {
    return label === '' ? address.slice('mailto:'.length) : `[${label.replace(/[[\]]/g, '')}](${address})`;
  }
  if (label !== '') return link(label, address);
  return /^https?:\/\/\S+$/i.test(address) ? address : link(address, address);
}

/** What stands between `<` and `>`; undefined where Slack means nothing by it. */
function special(inside: string): string | undefined {
  const bar = inside.indexOf('|');
  const target = decoded(bar < 0 ? inside : inside.slice(0, bar));
  const label = bar < 0 ? '' : decoded(inside.slice(bar + 1));
  if (/^(?:https?:|mailto:)\S+$/i.test(target)) return slackLink(target, label);
  if (/^tel:\S+$/i.test(target)) return label || target.slice('tel:'.length);
  if (/^@[UW][A-Z0-9]{1,30}$/.test(target))
    return bold(label === '' ? target : `@${label.replace(/^@/, '')}`);
  if (/^#[CG][A-Z0-9]{1,30}$/.test(target))
    return bold(label === '' ? target : `#${label.replace(/^#/, '')}`);
  if (/^!(?:here|channel|everyone)$/.test(target)) return EVERYONE;
  if (/^!subteam\^[A-Z0-9]{1,30}$/.test(target)) return bold(label || target.slice('!subteam^'.length));
  const [, seconds] = /^!date\^([\d.]{1,30})\^/.exec(target) ?? [];
  if (seconds !== undefined) return slackMoment(seconds) ?? label;
  return target.startsWith('!') && label !== '' ? label : undefined;
}

/** Code in a line, or a block of it, in which Slack's markup counts for nothing. */
function codeText(block: string | undefined, line: string): string {
  const plain = (text: string) =>
    decoded(
      text.replace(/<(?:https?:|mailto:)[^|<>\s]+\|([^<>]+)>/g, '$1').replace(/<(https?:[^|<>\s]+)>/g, '$1'),
    );
  if (block === undefined) return `\`${plain(line)}\``;
  return `\n\`\`\`\n${plain(block).replace(/^\n|\n$/g, '')}\n\`\`\`\n`;
}

/** A text in Slack's markup as Markdown. @returns at most what a message holds of it */
export function fromSlackMarkup(text: string): string {
  const pieces: string[] = [];
  const put = (piece: string) => {
    pieces.push(piece);
    return `\uE000${pieces.length - 1}\uE001`;
  };
  const outer = text
    .slice(0, READ_CHARACTERS)
    .toWellFormed()
    .replace(/[\uE000\uE001]/g, '')
    .replace(
      /```([\s\S]*?)```|`([^`\n]+)`|<([^<>\n]+)>/g,
      (whole, block: string | undefined, line: string | undefined, inside: string | undefined) => {
        if (inside === undefined) return put(codeText(block, line ?? ''));
        const found = special(inside);
        return found === undefined ? whole : put(found);
      },
    );
  const styled = outer
    .replace(/::skin-tone-[2-6]:/g, ':')
    .replace(/(^|[\s(_~])\*(?!\s)([^*\n]+?)(?<!\s)\*(?=$|[\s.,;:!?)_~])/gm, '$1**$2**')
    .replace(/(^|[\s(*~])_(?!\s)([^_\n]+?)(?<!\s)_(?=$|[\s.,;:!?)*~])/gm, '$1*$2*')
    .replace(/(^|[\s(*_])~(?!\s)([^~\n]+?)(?<!\s)~(?=$|[\s.,;:!?)*_])/gm, '$1~~$2~~');
  const whole = decoded(styled).replace(
    /\uE000(\d+)\uE001/g,
    (_, index: string) => pieces[Number(index)] ?? '',
  );
  return text.includes('```') ? whole.replace(/\n{3,}/g, '\n\n').trim() : whole;
}
