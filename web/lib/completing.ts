// What somebody is about to write where the caret stands: a person, a channel, a topic or an emoji, and what it is
// completed to.

export interface Completing {
  readonly kind: 'person' | 'channel' | 'topic' | 'emoji';
  /** What was typed of it. */
  readonly query: string;
  /** The part of the text that the choice replaces. */
  readonly from: number;
  readonly to: number;
  /** A person mentioned without a notification, `@_`. */
  readonly isSilent: boolean;
  /** For a topic. */
  readonly channel: string;
}

const LONGEST = 60;

/** Whether the caret is in code, where nothing has a meaning. */
function isInCode(before: string): boolean {
  const fences = before.match(/^(?:```|~~~)/gm)?.length ?? 0;
  if (fences % 2 === 1) return true;
  const line = before.slice(before.lastIndexOf('\n') + 1);
  return ((line.match(/`/g)?.length ?? 0) & 1) === 1;
}

const START = String.raw`(?:^|[\s([{"'/>*_~])`;
const patterns: readonly [Completing['kind'], RegExp][] = [
  ['topic', new RegExp(`${START}(#\\*\\*([^>*\\n]+)>([^*\\n]*))$`)],
  ['channel', new RegExp(`${START}(#(?:\\*\\*)?([^\\s*#>\\n][^*#>\\n]*|))$`)],
  ['person', new RegExp(`${START}(@(_?)(?:\\*\\*)?([^\\s*@\\n][^*@\\n]*|))$`)],
  ['emoji', new RegExp(`${START}(:([\\p{L}\\p{N}+][\\p{L}\\p{N}_+-]+))$`, 'u')],
];

/** What is being written before the caret; undefined for nothing that could be completed. */
export function completingAt(text: string, caret: number): Completing | undefined {
  const before = text.slice(Math.max(0, caret - 2000), caret);
  const near = before.slice(-LONGEST);
  for (const [kind, pattern] of patterns) {
    const match = pattern.exec(near);
    if (!match) continue;
    if (isInCode(before)) return undefined;
    const [, whole = '', first = '', second = ''] = match;
    const query = kind === 'person' || kind === 'topic' ? second : first;
    // Nobody's name has three words more than they are searched by.
    if (query.split(' ').length > 4) return undefined;
    return {
      kind,
      query,
      from: caret - whole.length,
      to: caret,
      isSilent: kind === 'person' && first === '_',
      channel: kind === 'topic' ? first : '',
    };
  }
  return undefined;
}

export interface Person {
  readonly id: number;
  readonly name: string;
  /** Somebody else has the same name, so that it needs the id. */
  readonly isAmbiguous: boolean;
}

export function personMention({ id, name, isAmbiguous }: Person, isSilent: boolean): string {
  return `@${isSilent ? '_' : ''}**${isAmbiguous ? `${name}|${id}` : name}** `;
}

export function groupMention(name: string, isSilent: boolean): string {
  return `@${isSilent ? '_' : ''}*${name}* `;
}

/** `all`, `topic` and their like. */
export function wildcardMention(word: string): string {
  return `@**${word}** `;
}

export function channelLink(name: string): string {
  return `#**${name}** `;
}

export function topicLink(channel: string, topic: string): string {
  return `#**${channel}>${topic}** `;
}

export function emojiText(name: string): string {
  return `:${name}: `;
}
