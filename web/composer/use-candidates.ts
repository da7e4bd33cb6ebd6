// The suggestions for what is being typed, including data that must be fetched first.

import { useEffect, useState } from 'preact/hooks';
import { allEmoji, skinToneOf } from '../data/emoji.ts';
import type { Organization } from '../data/organization.ts';
import type { Clock } from '../i18n/dates.ts';
import type { Completion } from '../lib/completion.ts';
import type { Emoji } from '../lib/emoji.ts';
import {
  type Candidate,
  type CompletionContext,
  channelCandidates,
  emojiCandidates,
  mentionCandidates,
  topicCandidates,
} from './candidates.ts';
import { commandCandidates } from './command-candidates.ts';
import { languageCandidates } from './language-candidates.ts';
import { gifProviderOf } from './open-gifs.ts';
import { timeCandidates } from './time-candidates.ts';
import { useTopics } from './use-topics.ts';

const none: readonly Candidate[] = [];

function channelNamed(organization: Organization, name: string): number | undefined {
  const { subscriptions = [], unsubscribed = [], never_subscribed = [] } = organization.state;
  const all = [...subscriptions, ...unsubscribed, ...never_subscribed];
  return all.find((channel) => channel.name === name)?.stream_id;
}

/** @param around.after the text behind the caret */
export function useCandidates(
  organization: Organization,
  completing: Completion | undefined,
  near: CompletionContext,
  { after, clock }: { readonly after: string; readonly clock: Clock },
): readonly Candidate[] {
  const [emoji, setEmoji] = useState<readonly Emoji[]>();
  const topics = useTopics(
    organization,
    completing?.kind === 'topic' ? channelNamed(organization, completing.channel) : undefined,
  );
  const wantsEmoji = completing?.kind === 'emoji';
  useEffect(() => {
    if (wantsEmoji) allEmoji(organization).then(setEmoji, () => undefined);
  }, [wantsEmoji, organization]);
  switch (completing?.kind) {
    case undefined:
      return none;
    case 'person':
      return mentionCandidates(organization.state, completing, near);
    case 'channel':
      return channelCandidates(organization.state, completing.query);
    case 'topic':
      return topicCandidates(completing.channel, topics, completing.query);
    case 'emoji':
      return emoji ? emojiCandidates(emoji, completing.query, skinToneOf(organization)) : none;
    case 'command':
      return commandCandidates(completing.query, gifProviderOf(organization) !== undefined);
    case 'time':
      return timeCandidates(completing.query, clock);
    case 'language':
      return languageCandidates(completing.query, /^\n(?:[\s\S]*\n)?```/.test(after));
  }
}
