// Writes the addresses of conversations and messages (`#narrow/channel/9-design/topic/new.20logo/near/214`), and
// parses links to messages of this server.

const ENCODED = /[%!'()*.]/g;
const CODE_OF: Readonly<Record<string, string>> = {
  '%': '.',
  '!': '.21',
  "'": '.27',
  '(': '.28',
  ')': '.29',
  '*': '.2A',
  '.': '.2E',
};

/** Encodes text as an operand of a narrow: percent-encoded, with `.` for `%`. */
export function encodeHashComponent(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replace(ENCODED, (character) => CODE_OF[character] ?? '');
}

/** Decodes an operand; undefined if it is malformed. */
export function decodeHashComponent(operand: string): string | undefined {
  try {
    return decodeURIComponent(operand.replaceAll('.', '%'));
  } catch {
    return undefined;
  }
}

/** Without `name` (for a viewer who may not see it), the slug is only the id. */
export interface ChannelRef {
  readonly id: number;
  readonly name?: string;
}

function channelSlug({ id, name }: ChannelRef): string {
  return name === undefined ? String(id) : `${id}-${encodeHashComponent(name.replaceAll(' ', '-'))}`;
}

/** The fragment of a channel. All of these begin with `#`, and follow an organization's URL and a slash. */
export function channelUrl(channel: ChannelRef): string {
  return `#narrow/channel/${channelSlug(channel)}`;
}

/**
 * The fragment of a topic. With `withId`, the id of a message in it, the link still leads to the topic after it is
 * moved.
 */
export function topicUrl(channel: ChannelRef, topic: string, withId?: number): string {
  const url = `${channelUrl(channel)}/topic/${encodeHashComponent(topic)}`;
  return withId === undefined ? url : `${url}/with/${withId}`;
}

/** The fragment of a channel message. */
export function messageUrl(channel: ChannelRef, topic: string, messageId: number): string {
  return `${topicUrl(channel, topic)}/near/${messageId}`;
}

/** The fragment of a direct conversation, or of a message in it; `userIds` are all its participants. */
export function directMessageUrl(userIds: readonly number[], messageId?: number): string {
  const ids = [...userIds].sort((a, b) => a - b).join(',');
  const url = `#narrow/dm/${ids}-${userIds.length > 2 ? 'group' : 'dm'}`;
  return messageId === undefined ? url : `${url}/near/${messageId}`;
}

export type MessageLink =
  | {
      readonly kind: 'channel';
      readonly messageId: number;
      readonly channelId: number;
      readonly topic?: string;
    }
  | { readonly kind: 'direct'; readonly messageId: number; readonly userIds: readonly number[] };

const CHANNEL_OPERATORS = new Set(['channel', 'channels', 'stream', 'streams']);
const DIRECT_OPERATORS = new Set(['dm', 'pm-with']);

/** Parses a link to a message of the organization at `organizationUrl`; undefined for any other address. */
export function parseMessageLink(url: string, organizationUrl: string): MessageLink | undefined {
  const fragment = narrowFragment(url, organizationUrl);
  if (fragment === undefined) return undefined;
  const parts = fragment.split('/');
  if (parts.at(-1) === '' && parts.at(-2) !== 'topic') parts.pop();
  const [operator = '', operand = ''] = parts;
  const messageId = readId(parts.at(-1) ?? '');
  if (parts.length < 4 || parts.at(-2) !== 'near' || messageId === undefined) return undefined;

  if (DIRECT_OPERATORS.has(operator)) {
    const ids = (operand.split('-', 1)[0] ?? '').split(',').map(readId);
    const userIds = ids.filter((id) => id !== undefined);
    return userIds.length === ids.length ? { kind: 'direct', messageId, userIds } : undefined;
  }
  if (!CHANNEL_OPERATORS.has(operator)) return undefined;
  const channelId = readId(operand.split('-', 1)[0] ?? '');
  if (channelId === undefined) return undefined;
  if (parts[2] !== 'topic' && parts[2] !== 'subject') return { kind: 'channel', messageId, channelId };
  const topic = decodeHashComponent(parts[3] ?? '');
  return topic === undefined ? undefined : { kind: 'channel', messageId, channelId, topic };
}

/** The part after `#narrow/` in an address of the organization, absolute or relative. */
function narrowFragment(url: string, organizationUrl: string): string | undefined {
  const local = url.startsWith(organizationUrl) ? url.slice(organizationUrl.length) : url;
  const fragment = local.startsWith('/') ? local.slice(1) : local;
  return fragment.startsWith('#narrow/') ? fragment.slice('#narrow/'.length) : undefined;
}

function readId(digits: string): number | undefined {
  return /^\d{1,15}$/.test(digits) ? Number(digits) : undefined;
}
