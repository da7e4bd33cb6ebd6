// The days and contents that filters offer, each with the narrow that it leads to.

import { t } from '../i18n/texts.ts';
import type { Narrow } from '../store/narrow.ts';
import { term } from '../store/narrow-targets.ts';
import { dayOperand, withDays } from './search-terms.ts';

export interface FilterOption {
  readonly key: string;
  readonly label: string;
  readonly narrow: Narrow;
}

const contents = {
  link: 'searching.hasLink',
  image: 'searching.hasImage',
  attachment: 'searching.hasAttachment',
  reaction: 'searching.hasReaction',
} as const;

/** The contents that the search does not ask for yet. */
export function contentOptions(narrow: Narrow): FilterOption[] {
  return (Object.keys(contents) as (keyof typeof contents)[])
    .filter((kind) => !narrow.some(({ operator, operand }) => operator === 'has' && operand === kind))
    .map((kind) => ({ key: kind, label: t(contents[kind]), narrow: [...narrow, term('has', kind)] }));
}

export function periodOptions(narrow: Narrow, now: Date): FilterOption[] {
  const day = (back: number) => dayOperand(new Date(now.getFullYear(), now.getMonth(), now.getDate() - back));
  const sinceMonday = (now.getDay() + 6) % 7;
  const option = (
    key: 'today' | 'yesterday' | 'thisWeek' | 'thisMonth',
    first: string,
    last = '',
  ): FilterOption => ({ key, label: t(`searching.${key}`), narrow: withDays(narrow, first, last) });
  return [
    option('today', day(0)),
    option('yesterday', day(1), day(1)),
    option('thisWeek', day(sinceMonday)),
    option('thisMonth', day(now.getDate() - 1)),
  ];
}
