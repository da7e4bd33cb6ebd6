// Suggestions of the search field: operators, and accounts and channels as their operands.

import type { State } from '../../client/state/state.ts';
import { t } from '../i18n/texts.ts';
import { matchRank, rankMatches, SCATTERED } from '../lib/ranking.ts';
import type { SavedSearch } from '../store/saved-searches.ts';

export interface SearchSuggestion {
  /** The whole text including the suggestion. */
  readonly text: string;
  readonly label: string;
  readonly note: string;
  readonly picture:
    | { readonly kind: 'icon'; readonly name: 'search' | 'channel' | 'filter' | 'message' | 'recent' }
    | { readonly kind: 'person'; readonly id: number; readonly url: string | null | undefined };
  /** Whether choosing it searches at once, rather than continuing the text. */
  readonly isWhole: boolean;
  /** The address that choosing it opens, in place of a search for the text. */
  readonly address?: string;
}

/** The operators of the search, with labels for what each finds. */
export const operators = [
  ['channel:', 'searching.op.channel'],
  ['topic:', 'searching.op.topic'],
  ['sender:', 'searching.op.sender'],
  ['dm:', 'searching.op.dm'],
  ['is:starred', 'searching.op.isStarred'],
  ['is:mentioned', 'searching.op.isMentioned'],
  ['is:unread', 'searching.op.isUnread'],
  ['is:dm', 'searching.op.isDm'],
  ['is:resolved', 'searching.op.isResolved'],
  ['is:followed', 'searching.op.isFollowed'],
  ['is:pinned', 'searching.op.isPinned'],
  ['has:link', 'searching.op.hasLink'],
  ['has:image', 'searching.op.hasImage'],
  ['has:attachment', 'searching.op.hasAttachment'],
  ['has:reaction', 'searching.op.hasReaction'],
  ['since:', 'searching.op.since'],
  ['before:', 'searching.op.before'],
] as const;

const withPerson: ReadonlySet<string> = new Set(['sender', 'from', 'dm', 'dm-including', 'mentions']);

function quoted(text: string): string {
  return text.includes(' ') ? `"${text}"` : text;
}

/** Splits off the last word, including words in open quotes. */
function lastWord(text: string): { before: string; word: string } {
  const [word = ''] = /-?[\w-]+:"[^"]*$|\S*$/.exec(text) ?? [];
  return { before: text.slice(0, text.length - word.length), word };
}

function people(state: State, operator: string, name: string, before: string): SearchSuggestion[] {
  const found = rankMatches(state.realm_users ?? [], name, {
    namesOf: ({ full_name, email }) => [full_name, email],
    limit: 6,
  });
  return found.map(({ user_id: id, full_name, avatar_url: url }) => ({
    text: `${before}${operator}:${quoted(full_name)} `,
    label: full_name,
    note: operator,
    picture: { kind: 'person', id, url },
    isWhole: true,
  }));
}

function channels(state: State, operator: string, name: string, before: string): SearchSuggestion[] {
  const all = [...(state.subscriptions ?? []), ...(state.never_subscribed ?? [])];
  return rankMatches(all, name, { namesOf: ({ name: own }) => [own], limit: 6 }).map(({ name: own }) => ({
    text: `${before}${operator}:${quoted(own)} `,
    label: own,
    note: operator,
    picture: { kind: 'icon', name: 'channel' },
    isWhole: true,
  }));
}

function operatorSuggestions(word: string, before: string): SearchSuggestion[] {
  const minus = word.startsWith('-') ? '-' : '';
  const prefix = word.slice(minus.length).toLowerCase();
  return operators
    .filter(([operator]) => operator.startsWith(prefix) && operator !== prefix)
    .map(([operator, note]) => {
      const isWhole = !operator.endsWith(':');
      return {
        text: `${before}${minus}${operator}${isWhole ? ' ' : ''}`,
        label: `${minus}${operator}`,
        note: t(note),
        picture: { kind: 'icon', name: 'filter' },
        isWhole,
      } as const;
    });
}

export interface SuggestionOptions {
  readonly saved: readonly SavedSearch[];
  /** The searches last made. */
  readonly searches: readonly string[];
  /** The beginning of a search in the conversation in view; empty if none is. */
  readonly inView: string;
  /** The known topics of a channel. */
  readonly knownTopics: (channelId: number) => readonly { readonly name: string }[];
}

function topics(
  { subscriptions = [] }: State,
  { knownTopics }: SuggestionOptions,
  name: string,
  before: string,
): SearchSuggestion[] {
  const all = subscriptions.flatMap(({ stream_id, name: channel }) =>
    knownTopics(stream_id).map(({ name: topic }) => ({ channel, topic })),
  );
  // The channel is named already.
  const isNamed = /(?:^|\s)(?:channel|stream):/.test(before);
  return rankMatches(all, name, { namesOf: ({ topic }) => [topic], limit: 6 }).map(({ channel, topic }) => ({
    text: `${before}${isNamed ? '' : `channel:${quoted(channel)} `}topic:${quoted(topic)} `,
    label: topic,
    note: channel,
    picture: { kind: 'icon', name: 'message' },
    isWhole: true,
  }));
}

/** How many saved searches are suggested while words are typed. */
const MAX_SAVED = 3;

function savedSuggestion({ name, fragment }: SavedSearch): SearchSuggestion {
  return {
    text: name,
    label: name,
    note: t('searching.saved'),
    picture: { kind: 'icon', name: 'filter' },
    isWhole: true,
    address: `#${fragment}`,
  };
}

/** Before anything is typed: a search in the conversation in view, saved searches, and those last made. */
function firstSuggestions({ saved, searches, inView }: SuggestionOptions): SearchSuggestion[] {
  const here: SearchSuggestion = {
    text: inView,
    label: t('searching.searchHere'),
    note: inView.trim(),
    picture: { kind: 'icon', name: 'filter' },
    isWhole: false,
  };
  return [
    ...(inView === '' ? [] : [here]),
    ...saved.map(savedSuggestion),
    ...searches.map(
      (text): SearchSuggestion => ({
        text,
        label: text,
        note: '',
        picture: { kind: 'icon', name: 'recent' },
        isWhole: true,
      }),
    ),
  ];
}

/** Searches for the other words in messages of a person whose name the text begins with: `mia decided`. */
function fromPersonWithWords(text: string, state: State): SearchSuggestion[] {
  const words = text.trim().split(/\s+/);
  if (words.length < 2 || words.some((word) => word.includes(':') || word.includes('"'))) return [];
  const { realm_users: all = [] } = state;
  // The longest beginning of the text that begins names: "mia member decided" names one person.
  for (let length = Math.min(words.length - 1, 4); length > 0; length--) {
    const [name, rest] = [words.slice(0, length).join(' '), words.slice(length).join(' ')];
    const found = rankMatches(all, name, { namesOf: ({ full_name }) => [full_name], limit: 2 }).filter(
      ({ full_name }) => matchRank(full_name, name) <= 2,
    );
    if (found.length > 0) {
      return found.map(({ user_id: id, full_name, avatar_url: url }) => ({
        text: `sender:${quoted(full_name)} ${rest}`,
        label: t('searching.fromWith', { name: full_name, text: rest }),
        note: '',
        picture: { kind: 'person', id, url },
        isWhole: true,
      }));
    }
  }
  return [];
}

/** The suggestions for a text whose last word is being typed. */
export function searchSuggestions(
  text: string,
  state: State,
  options: SuggestionOptions,
): SearchSuggestion[] {
  const { before, word } = lastWord(text);
  const [, minus = '', operator = '', rest = ''] = /^(-?)([a-z-]+):(.*)$/i.exec(word) ?? [];
  const name = rest.replace(/^"/, '');
  if (withPerson.has(operator)) return people(state, `${minus}${operator}`, name, before);
  if (['channel', 'stream'].includes(operator)) return channels(state, `${minus}${operator}`, name, before);
  if (['topic', 'subject'].includes(operator) && minus === '') return topics(state, options, name, before);
  const found = operatorSuggestions(word, before).slice(0, word === '' ? operators.length : 5);
  if (text.trim() === '') return [...firstSuggestions(options), ...found];
  const searchAsTyped: SearchSuggestion = {
    text: text.trim(),
    label: t('searching.searchFor', { text: text.trim() }),
    note: '',
    picture: { kind: 'icon', name: 'search' },
    isWhole: true,
  };
  if (word === '' || operator !== '') return [searchAsTyped, ...(word === '' ? [] : found)];
  const objects = [
    ...channels(state, 'channel', word, before).slice(0, 3),
    ...topics(state, options, word, before).slice(0, 3),
    ...people(state, 'sender', word, before).slice(0, 3),
  ];
  const saved = rankMatches(options.saved, text.trim(), {
    namesOf: ({ name }) => [name],
    limit: MAX_SAVED,
  }).filter(({ name }) => matchRank(name, text.trim()) < SCATTERED);
  return [
    searchAsTyped,
    ...saved.map(savedSuggestion),
    ...fromPersonWithWords(text, state),
    ...found,
    ...objects,
  ];
}
