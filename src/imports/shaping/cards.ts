// The cards that programs add to messages, for example for a build or an alert.

import { literalWithinMarks } from './literal-text.ts';
import { joinLines } from './split-message.ts';
import { isWebAddress, linkTo } from './web-links.ts';

export interface Card {
  readonly title: string;
  /** The link of the title; empty for none. */
  readonly url: string;
  /** The texts in Markdown, shown one below the other. */
  readonly texts: readonly string[];
  readonly fields: readonly { readonly name: string; readonly text: string }[];
  readonly footer?: string;
}

/** Formats a card as Markdown. */
export function cardText({ title, url, texts, fields, footer = '' }: Card): string {
  const plain = title.replaceAll(/\s+/g, ' ').trim();
  const heading = isWebAddress(url) ? linkTo(url, plain) : literalWithinMarks(plain);
  return joinLines([
    plain === '' ? '' : `**${heading}**`,
    ...texts,
    ...fields.map(({ name, text }) => (name.trim() === '' ? text : `**${name.trim()}**: ${text}`)),
    footer,
  ]);
}
