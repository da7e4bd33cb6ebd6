// The inline rules, in order. Newlines become line breaks when text is written.

import { autolinks } from './autolinks.ts';
import { channelLinks } from './channel-links.ts';
import { codeSpans } from './code-spans.ts';
import { emoticons, namedEmoji, unicodeEmoji } from './emoji.ts';
import { emphasis, strong, strongEmphasis, struck } from './emphasis.ts';
import type { HtmlNode } from './html.ts';
import { type InlineRule, InlineRun, type InlineScope } from './inline-parse.ts';
import { linkifierMatches } from './linkifiers.ts';
import { links } from './links.ts';
import { inlineMath } from './math.ts';
import { media } from './media.ts';
import { groupMentions, userMentions } from './mentions.ts';
import { times } from './times.ts';

const RULES: readonly InlineRule[] = [
  codeSpans,
  strongEmphasis,
  userMentions,
  inlineMath,
  channelLinks,
  times,
  groupMentions,
  links,
  media,
  autolinks,
  linkifierMatches,
  strong,
  emphasis,
  struck,
  namedEmoji,
  emoticons,
  unicodeEmoji,
];

export function parseInline(text: string, scope: InlineScope): HtmlNode[] {
  return new InlineRun(RULES, scope).parse(text);
}
