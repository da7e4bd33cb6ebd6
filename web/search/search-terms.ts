// The terms of a search as filters that can be added, replaced and removed.

import type { State } from '../../client/state/state.ts';
import { shortDay } from '../i18n/dates.ts';
import { t } from '../i18n/texts.ts';
import type { Term } from '../lib/address.ts';
import { channelName, personName } from '../store/names.ts';
import { decidingTerms, type Narrow } from '../store/narrow.ts';
import { type NarrowTarget, narrowOf, term } from '../store/narrow-targets.ts';

/** Operators that limit where messages are: a search has one such scope. */
const scopeOperators: ReadonlySet<string> = new Set(['channel', 'topic', 'dm', 'channels']);

export type SearchScope = Extract<NarrowTarget, { kind: 'topic' | 'channel' | 'direct' | 'allDirect' }>;

/** The narrow with another scope; without one, it searches everywhere. */
export function withScope(narrow: Narrow, scope: SearchScope | undefined): Narrow {
  const isScopeTerm = ({ operator, operand }: Term) =>
    scopeOperators.has(operator) || (operator === 'is' && operand === 'dm');
  const others = decidingTerms(narrow).filter((one) => !isScopeTerm(one));
  return scope ? [...narrowOf(scope), ...others] : others;
}

/** Replaces the terms of an operator by a single one, or removes them if there is no operand; keeps negated ones. */
export function withOperand(narrow: Narrow, operator: string, operand: string | undefined): Narrow {
  const others = decidingTerms(narrow).filter((one) => one.operator !== operator || one.isNegated);
  return operand === undefined ? others : [...others, term(operator, operand)];
}

/** The narrow with both days, `2026-11-01`; an empty text for no bound. The last day is included. */
export function withDays(narrow: Narrow, first: string, last: string): Narrow {
  const since = withOperand(narrow, 'since', first || undefined);
  return withOperand(since, 'before', last ? dayAfter(last) : undefined);
}

/** The days of a narrow as they are chosen: empty texts for no bounds. */
export function daysOf(narrow: Narrow): { readonly first: string; readonly last: string } {
  const operandOf = (operator: string) => narrow.find((one) => one.operator === operator)?.operand ?? '';
  const end = operandOf('before');
  return { first: operandOf('since'), last: end && dayBefore(end) };
}

/** A day of the browser's time zone as `2026-11-01`. */
export function dayOperand(date: Date): string {
  const [year, month, day] = [date.getFullYear(), date.getMonth() + 1, date.getDate()];
  return [String(year).padStart(4, '0'), String(month).padStart(2, '0'), String(day).padStart(2, '0')].join(
    '-',
  );
}

function shiftedDay(day: string, by: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return dayOperand(new Date(year, month - 1, date + by));
}

const dayAfter = (day: string) => shiftedDay(day, 1);
const dayBefore = (day: string) => shiftedDay(day, -1);

function dayLabel(day: string, now: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const start = new Date(year, month - 1, date).getTime() / 1000;
  return Number.isNaN(start) ? day : shortDay(start, now);
}

const labels = {
  'has:link': 'searching.hasLink',
  'has:image': 'searching.hasImage',
  'has:attachment': 'searching.hasAttachment',
  'has:reaction': 'searching.hasReaction',
  'is:dm': 'searching.isDm',
  'is:starred': 'searching.isStarred',
  'is:mentioned': 'searching.isMentioned',
  'is:unread': 'searching.isUnread',
  'is:resolved': 'searching.isResolved',
  'is:followed': 'searching.isFollowed',
  'is:pinned': 'searching.isPinned',
  'is:muted': 'mutes.isMuted',
  'is:alerted': 'alertWords.title',
  'channels:public': 'searching.publicChannels',
  'channels:web-public': 'searching.webPublicChannels',
  'channels:archived': 'searching.archivedChannels',
} as const;

const people = {
  sender: 'searching.from',
  mentions: 'searching.mentions',
  dm: 'searching.with',
  'dm-including': 'searching.with',
} as const;

/** What a chip says about a term. `now` in seconds since 1970. */
export function termLabel(labeled: Term, state: State, now: number): string {
  const { operator, operand, isNegated } = labeled;
  // The home view is what is not muted.
  if (operator === 'in' && operand === 'home')
    return termLabel({ operator: 'is', operand: 'muted', isNegated: !isNegated }, state, now);
  const key = `${operator}:${operand}`;
  const isDay = operator === 'since' || operator === 'before';
  let label = operator === 'search' ? operand : key;
  if (Object.hasOwn(labels, key)) label = t(labels[key as keyof typeof labels]);
  else if (Object.hasOwn(people, operator)) {
    const names = operand.split(',').map((id) => personName(state, Number(id)));
    label = t(people[operator as keyof typeof people], { name: names.join(', ') });
  } else if (operator === 'channel')
    label = t('searching.in', { name: `#${channelName(state, Number(operand))}` });
  else if (operator === 'topic') label = t('searching.in', { name: operand || t('messageList.generalChat') });
  else if (isDay) label = t(`searching.${operator}`, { day: dayLabel(operand, now) });
  return isNegated ? t('searching.not', { filter: label }) : label;
}

/** What a search is called: what its chips say. `now` in seconds since 1970. */
export function searchName(narrow: Narrow, state: State, now: number): string {
  return decidingTerms(narrow)
    .map((one) => termLabel(one, state, now))
    .join(' · ');
}
