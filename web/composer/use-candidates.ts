// The suggestions for what is being typed, including data that must be fetched first.

import { useEffect, useState } from 'preact/hooks';
import { loadSecondary } from '../components/lazy-chunks.ts';
import { allEmoji } from '../data/emoji.ts';
import type { Organization } from '../data/organization.ts';
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
import { useTopics } from './use-topics.ts';

const none: readonly Candidate[] = [];

function channelNamed(organization: Organization, name: string): number | undefined {
  const { subscriptions = [], unsubscribed = [], never_subscribed = [] } = organization.state;
  const all = [...subscriptions, ...unsubscribed, ...never_subscribed];
  return all.find((channel) => channel.name === name)?.stream_id;
}

export function useCandidates(
  organization: Organization,
  completing: Completion | undefined,
  near: CompletionContext,
): readonly Candidate[] {
  const [emoji, setEmoji] = useState<readonly Emoji[]>();
  const topics = useTopics(
    organization,
    completing?.kind === 'topic' ? channelNamed(organization, completing.channel) : undefined,
  );
  const [commands, setCommands] = useState<typeof import('./command-candidates.ts')>();
  const wantsEmoji = completing?.kind === 'emoji';
  const wantsCommands = completing?.kind === 'command';
  useEffect(() => {
    if (wantsEmoji) allEmoji(organization).then(setEmoji, () => undefined);
  }, [wantsEmoji, organization]);
  useEffect(() => {
    if (wantsCommands)
      loadSecondary(() => import('./command-candidates.ts')).then(
        (chunk) => setCommands(chunk),
        () => undefined,
      );
  }, [wantsCommands]);
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
      return emoji ? emojiCandidates(emoji, completing.query) : none;
    case 'command':
      return commands?.commandCandidates(completing.query) ?? none;
  }
}
