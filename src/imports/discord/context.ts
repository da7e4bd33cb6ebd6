// The context for reading the messages of a Discord export.

import type { ArchiveFile } from '../archive/archive-folder.ts';
import type { Row } from '../archive/row.ts';
import type { Notes } from '../records/notes.ts';
import type { EmojiCollector } from '../shaping/custom-emoji.ts';
import type { People } from '../shaping/people.ts';
import type { ThreadTopics } from '../shaping/thread-topics.ts';
import { isWebAddress } from '../shaping/web-links.ts';
import type { DiscordChannels } from './channels.ts';
import type { DiscordNames } from './markup.ts';
import type { Replies } from './replies.ts';

/** Discord's name for deleted accounts. */
const DELETED_USER = /^deleted[ _]user(?:[ _]|$)/i;

export interface DiscordContext {
  readonly people: People;
  readonly channels: DiscordChannels;
  readonly names: DiscordNames;
  readonly emoji: EmojiCollector;
  readonly topics: ThreadTopics;
  readonly notes: Notes;
  readonly secret: string;
  /** Finds a file of the archive by its path in a file of messages, relative to that file. */
  readonly fileAt: (path: string) => ArchiveFile | undefined;
  /** The participants of direct conversations, by conversation id. */
  readonly members: Map<string, readonly number[]>;
  readonly replies: Replies;
}

/** The account of a user, created when it first occurs. */
export function personIn(row: Row, { people, fileAt }: Pick<DiscordContext, 'people' | 'fileAt'>): number {
  const id = row.text('id');
  const existing = people.find(id);
  if (existing) return existing.id;
  const handle = row.text('name', '');
  const avatarUrl = row.text('avatarUrl', '');
  // Default pictures of Discord are not imported.
  const isOnWeb = isWebAddress(avatarUrl) && !avatarUrl.includes('/embed/avatars/');
  return people.accountOf({
    id,
    handle,
    fullName: row.text('nickname', '') || handle,
    isBot: row.flag('isBot'),
    isActive: !DELETED_USER.test(handle),
    avatar: fileAt(avatarUrl) ?? (isOnWeb ? { address: avatarUrl } : undefined),
  }).id;
}
