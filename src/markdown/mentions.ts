// Mentions of users (`@**Zoe**`, `@**Zoe|7**`), of everyone in a channel or topic, and of groups (`@*support*`);
// with `_` after the `@` they are silent. Unknown names are left to other rules.

import type { MentionedGroup, MentionedUser } from './contract.ts';
import { type Attributes, element, type HtmlNode, type Meaning, plain } from './html.ts';
import type { InlineRule, InlineScope } from './inline-parse.ts';

export const USER_MENTION = /(?<![^\s'"({[/<])@(_?)\*\*([^*]+)\*\*/g;
export const GROUP_MENTION = /(?<![^\s'"({[/<])@(_?)\*([^*]+)\*/g;
const NAME_AND_ID = /^(.*)\|(\d{1,15})$/;
const CHANNEL_WILDCARDS = new Set(['all', 'everyone', 'channel', 'stream']);
const TOPIC_WILDCARD = 'topic';

export const userMentions: InlineRule = {
  name: 'user mention',
  trigger: '@',
  apply: (text, run, scope) =>
    text.replace(USER_MENTION, (source, mark: string, name: string) => {
      const isSilent = mark !== '' || scope.isQuoted;
      const node = wildcardNode(name, isSilent) ?? userNode(name, isSilent, scope);
      return node === undefined ? source : run.placeholderFor(node, source);
    }),
};

export const groupMentions: InlineRule = {
  name: 'group mention',
  trigger: '@',
  apply: (text, run, scope) =>
    text.replace(GROUP_MENTION, (source, mark: string, name: string) => {
      const group = scope.lookup.group(name);
      if (group === undefined) return source;
      return run.placeholderFor(groupNode(group, mark !== '' || scope.isQuoted), source);
    }),
};

/** The target of a user mention, by the name in it. */
export type UserMentionTarget =
  | { readonly kind: 'wildcard' }
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'id'; readonly name: string; readonly id: number };

/** Parses the name between the stars of a user mention. */
export function userMentionTarget(name: string): UserMentionTarget {
  if (CHANNEL_WILDCARDS.has(name) || name === TOPIC_WILDCARD) return { kind: 'wildcard' };
  const [, withId, id] = NAME_AND_ID.exec(name) ?? [];
  if (withId === undefined) return { kind: 'name', name };
  return { kind: 'id', name: withId, id: Number(id) };
}

function findUser(name: string, scope: InlineScope): MentionedUser | undefined {
  const target = userMentionTarget(name);
  if (target.kind === 'wildcard') return undefined;
  if (target.kind === 'name') return scope.lookup.userByName(target.name);
  const user = scope.lookup.userById(target.id);
  return target.name === '' || user?.fullName === target.name ? user : undefined;
}

function userNode(name: string, isSilent: boolean, scope: InlineScope): HtmlNode | undefined {
  const user = findUser(name, scope);
  if (user === undefined) return undefined;
  return mention(
    { class: 'user-mention', 'data-user-id': String(user.id) },
    user.fullName,
    isSilent || !user.isActive,
    { kind: 'user', id: user.id },
  );
}

function groupNode(group: MentionedGroup, isSilent: boolean): HtmlNode {
  return mention(
    { class: 'user-group-mention', 'data-user-group-id': String(group.id) },
    group.displayName,
    isSilent || !group.isActive,
    { kind: 'group', id: group.id },
  );
}

function wildcardNode(name: string, isSilent: boolean): HtmlNode | undefined {
  if (name === TOPIC_WILDCARD) {
    return mention({ class: 'topic-mention' }, name, isSilent, { kind: 'topic-wildcard' });
  }
  if (!CHANNEL_WILDCARDS.has(name)) return undefined;
  const attributes = { class: 'user-mention channel-wildcard-mention', 'data-user-id': '*' };
  return mention(attributes, name, isSilent, { kind: 'channel-wildcard' });
}

function mention(
  attributes: Attributes & { readonly class: string },
  name: string,
  isSilent: boolean,
  meaning: Meaning,
): HtmlNode {
  return isSilent
    ? element('span', { ...attributes, class: `${attributes.class} silent` }, [plain(name)])
    : element('span', attributes, [plain(`@${name}`)], meaning);
}
