// Suggestions while writing: accounts, groups and wildcard mentions, channels, topics, emoji.

import type { State } from '../../client/state/state.ts';
import { type SkinTone, withSkinTone } from '../../src/markdown/skin-tones.ts';
import type { IconName } from '../components/icon-names.ts';
import { t } from '../i18n/texts.ts';
import {
  type Completion,
  channelLink,
  emojiText,
  groupMention,
  personMention,
  topicLink,
  wildcardMention,
} from '../lib/completion.ts';
import type { Destination } from '../lib/destination.ts';
import { type Emoji, findEmoji } from '../lib/emoji.ts';
import { rankMatches } from '../lib/ranking.ts';
import { channelIcon } from '../store/channel-icon.ts';

export interface Candidate {
  readonly key: string;
  readonly label: string;
  readonly note?: string;
  readonly picture:
    | { readonly kind: 'person'; readonly id: number; readonly url?: string | null }
    | { readonly kind: 'icon'; readonly name: IconName }
    | { readonly kind: 'emoji'; readonly emoji: Emoji };
  /** The text that replaces what was typed. */
  readonly insert: string;
  /** Text behind the caret. */
  readonly after?: string;
  /** Whether a dialog asks for the time to insert. */
  readonly asksForTime?: boolean;
}

/** The context of a suggestion: participants of the conversation are ranked higher. */
export interface CompletionContext {
  readonly destination: Destination | undefined;
  readonly participants: ReadonlySet<number>;
}

interface Weighted extends Candidate {
  readonly names: readonly string[];
  readonly weight: number;
}

function best(items: Iterable<Weighted>, query: string): Candidate[] {
  return rankMatches(items, query, { namesOf: ({ names }) => names, weightOf: ({ weight }) => weight });
}

function people(
  state: State,
  isSilent: boolean,
  { destination, participants }: CompletionContext,
): Weighted[] {
  const all = [...(state.realm_users ?? []), ...(state.cross_realm_bots ?? [])];
  const counts = new Map<string, number>();
  for (const { full_name } of all) counts.set(full_name, (counts.get(full_name) ?? 0) + 1);
  const addressed = new Set(destination?.kind === 'direct' ? destination.personIds : []);
  return all.map(({ user_id: id, full_name: name, avatar_url: url, email, is_bot: isBot }) => ({
    key: `person ${id}`,
    label: name,
    ...(isBot && { note: t('people.bot') }),
    picture: { kind: 'person', id, ...(url !== undefined && { url }) },
    insert: personMention({ id, name, isAmbiguous: (counts.get(name) ?? 0) > 1 }, isSilent),
    // The domain of an email address is shared by many people, and no one types it.
    names: [name, email.split('@')[0] ?? ''],
    weight: addressed.has(id) ? 3 : participants.has(id) ? 2 : isBot ? 0 : 1,
  }));
}

function groups(state: State, isSilent: boolean): Weighted[] {
  return (state.realm_user_groups ?? [])
    .filter(({ is_system_group: isSystem, deactivated }) => !isSystem && !deactivated)
    .map(({ id, name, description }) => ({
      key: `group ${id}`,
      label: name,
      note: description || t('composer.group'),
      picture: { kind: 'icon', name: 'people' },
      insert: groupMention(name, isSilent),
      names: [name],
      weight: 1,
    }));
}

function wildcards(destination: Destination | undefined): Weighted[] {
  const names: [string, string][] = [['all', t('composer.everybodyHere')]];
  if (destination?.kind === 'channel') names.push(['topic', t('composer.everybodyInTopic')]);
  return names.map(([name, note]) => ({
    key: `word ${name}`,
    label: name,
    note,
    picture: { kind: 'icon', name: 'people' },
    insert: wildcardMention(name),
    names: [name],
    // Rarely intended, so it ranks last.
    weight: -1,
  }));
}

export function mentionCandidates(
  state: State,
  { query, isSilent }: Completion,
  near: CompletionContext,
): Candidate[] {
  const all = [
    ...people(state, isSilent, near),
    ...groups(state, isSilent),
    ...(isSilent ? [] : wildcards(near.destination)),
  ];
  return best(all, query);
}

export function channelCandidates(state: State, query: string): Candidate[] {
  const subscribed = (state.subscriptions ?? []).map((channel) => ({ channel, weight: 1 }));
  const others = [...(state.unsubscribed ?? []), ...(state.never_subscribed ?? [])];
  const all = [...subscribed, ...others.map((channel) => ({ channel, weight: 0 }))];
  const items = all.map(
    ({ channel, weight }): Weighted => ({
      key: `channel ${channel.stream_id}`,
      label: channel.name,
      note: channel.description,
      picture: { kind: 'icon', name: channelIcon(channel) },
      insert: channelLink(channel.name),
      names: [channel.name],
      weight,
    }),
  );
  return best(items, query);
}

/** The topics of a channel, from the fetched names; the typed text is offered as a new topic. */
export function topicCandidates(channel: string, topics: readonly string[], query: string): Candidate[] {
  const typedName = query.trim();
  const names = typedName === '' || topics.includes(typedName) ? topics : [...topics, typedName];
  const items = names.map(
    (name, index): Weighted => ({
      key: `topic ${name}`,
      label: name || t('messageList.generalChat'),
      picture: { kind: 'icon', name: 'message' },
      insert: topicLink(channel, name),
      names: [name],
      weight: -index,
    }),
  );
  return best(items, query);
}

export function emojiCandidates(all: readonly Emoji[], query: string, tone: SkinTone): Candidate[] {
  return findEmoji(all, query).map((emoji) => ({
    key: `emoji ${emoji.type} ${emoji.code}`,
    label: `:${emoji.name}:`,
    picture: {
      kind: 'emoji',
      emoji: emoji.text ? { ...emoji, text: withSkinTone(emoji.text, tone) } : emoji,
    },
    insert: emojiText(emoji, tone),
  }));
}
