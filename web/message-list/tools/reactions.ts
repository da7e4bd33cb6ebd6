// Groups the reactions to a message by emoji.

import type { Emoji } from '../../lib/emoji.ts';
import type { Message, Reaction } from '../../store/message.ts';

export interface ReactionGroup {
  readonly name: string;
  readonly code: string;
  readonly type: Reaction['reaction_type'];
  /** Ordered by time, oldest first. */
  readonly personIds: readonly number[];
  readonly isOwn: boolean;
}

/** Ordered by the first reaction with each emoji. */
export function reactionGroups({ reactions }: Pick<Message, 'reactions'>, ownId: number): ReactionGroup[] {
  const groups = new Map<string, Reaction[]>();
  for (const reaction of reactions) {
    const key = `${reaction.reaction_type} ${reaction.emoji_code}`;
    const existing = groups.get(key);
    if (existing) existing.push(reaction);
    else groups.set(key, [reaction]);
  }
  return [...groups.values()].flatMap((all) => {
    const [first] = all;
    if (!first) return [];
    const personIds = all.map(({ user_id }) => user_id);
    return {
      name: first.emoji_name,
      code: first.emoji_code,
      type: first.reaction_type,
      personIds,
      isOwn: personIds.includes(ownId),
    };
  });
}

/** The group of an emoji, which may be empty. */
export function groupFor(groups: readonly ReactionGroup[], emoji: Emoji): ReactionGroup {
  const { name, code, type } = emoji;
  const existing = groups.find((group) => group.code === code && group.type === type);
  return existing ?? { name, code, type, personIds: [], isOwn: false };
}
