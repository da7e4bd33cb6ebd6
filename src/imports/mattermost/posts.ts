// The posts of a Mattermost export. Replies stand within the post that they answer; such a post begins a topic.

import type { ArchiveFile } from '../archive/archive-folder.ts';
import type { Row } from '../archive/tables.ts';
import type { PreparedMessage, ReadMessages } from '../prepared/prepared-archive.ts';
import type { ImportedUpload } from '../records/directory.ts';
import type { LinkedFile } from '../records/messages.ts';
import type { Notes } from '../records/notes.ts';
import { emojiCalled } from '../shaping/emoji-names.ts';
import { inMessages } from '../shaping/long-texts.ts';
import type { ThreadTopics } from '../shaping/thread-topics.ts';
import { uploadPathOf } from '../shaping/upload-paths.ts';
import type { MattermostAccounts } from './accounts.ts';
import { cardsIn } from './cards.ts';
import { fromMattermostText, type MattermostNames } from './markup.ts';

/** As the field's other importers call it, so that people find it. */
const TOPIC = 'imported from mattermost';
const MOST_MILLISECONDS = 1e14;

/** What posts are read by. */
export interface PostContext {
  readonly accounts: MattermostAccounts;
  readonly names: MattermostNames;
  readonly topics: ThreadTopics;
  readonly notes: Notes;
  readonly customEmoji: ReadonlyMap<string, { readonly id: number; readonly name: string }>;
  /** The file of the archive at a path that a post names. */
  readonly fileAt: (path: string) => ArchiveFile | undefined;
  readonly secret: string;
}

/** Where a post belongs. */
export type PostPlace = { readonly channelId: number } | { readonly members: readonly number[] };

function secondsIn(row: Row, name: string): number {
  const value = row.number(name);
  if (value < 0 || value > MOST_MILLISECONDS) throw row.refusal(name, 'is no time.');
  return value / 1000;
}

function reactionsOf(row: Row, { accounts, customEmoji, notes }: PostContext): PreparedMessage['reactions'] {
  const found = new Map<string, PreparedMessage['reactions'][number]>();
  for (const reaction of row.records('reactions')) {
    const called = reaction.text('emoji_name');
    const own = customEmoji.get(called);
    const known = own ? { name: own.name, code: String(own.id) } : emojiCalled(withoutSkin(called));
    const account = accounts.known(reaction.text('user'));
    if (!known || !account) {
      notes.add('reactions', known ? 'whoever reacted does not come' : 'their emoji are not in the archive');
      continue;
    }
    const { name: emojiName, code: emojiCode } = known;
    const reactionType = own ? 'realm_emoji' : 'unicode_emoji';
    found.set(`${account.id} ${emojiCode}`, { accountId: account.id, emojiName, emojiCode, reactionType });
  }
  return [...found.values()];
}

/** Mattermost has an emoji for each skin. */
function withoutSkin(name: string): string {
  return name.replace(/_(?:light|medium_light|medium|medium_dark|dark)_skin_tone$/, '');
}

function filesOf(row: Row, ownerId: number, { fileAt, notes, secret }: PostContext) {
  const links: string[] = [];
  const files: LinkedFile[] = [];
  const uploads: ImportedUpload[] = [];
  for (const attachment of row.records('attachments')) {
    const path = attachment.text('path');
    const file = fileAt(path);
    if (!file) {
      notes.add('files', 'the archive names them, and does not hold them');
      continue;
    }
    const name = path.split('/').at(-1) ?? path;
    const pathId = uploadPathOf(path, name, secret);
    links.push(`[${name.replaceAll(/[[\]\n]/g, ' ')}](/user_uploads/${pathId})`);
    files.push({ pathId, url: name });
    uploads.push({
      ownerId,
      pathId,
      name,
      createdAt: Math.floor(secondsIn(row, 'create_at')),
      contentType: undefined,
      file,
    });
  }
  return { links, files, uploads };
}

/** What one post or reply becomes; undefined for what does not come. */
function readOne(
  row: Row,
  placeOf: (text: string) => PreparedMessage['place'],
  context: PostContext,
): (ReadMessages & { readonly place: PreparedMessage['place'] }) | undefined {
  const { accounts, names, notes } = context;
  const type = row.text('type', '');
  if (type.startsWith('system_')) {
    notes.add('notices of joins, leaves and changes', 'nobody needs to read them again');
    return undefined;
  }
  const senderId = accounts.of(row.text('user'));
  const text = [row.text('message', ''), cardsIn(row.any('props'))]
    .filter((part) => part.trim() !== '')
    .join('\n\n');
  const written = fromMattermostText(text, names);
  const { links, files, uploads } = filesOf(row, senderId, context);
  const content = [type === 'me' && written !== '' ? `/me ${written}` : written, ...links]
    .filter((part) => part !== '')
    .join('\n');
  if (content.trim() === '') {
    notes.add('messages', 'there is nothing in them that could be shown');
    return undefined;
  }
  const place = placeOf(content);
  const editedAt = row.number('edit_at', 0) > 0 ? Math.floor(secondsIn(row, 'edit_at')) : undefined;
  const starredBy = row.texts('flagged_by').flatMap((username) => accounts.known(username)?.id ?? []);
  const said = {
    senderId,
    place:
      'accountIds' in place && !place.accountIds.includes(senderId)
        ? { accountIds: [senderId, ...place.accountIds] }
        : place,
    sentAt: secondsIn(row, 'create_at'),
    editedAt,
    files: files.length === 0 ? undefined : files,
  };
  const pieces = inMessages(content);
  notes.add(
    'messages',
    'they are longer than one may be here, and came as several',
    pieces.length > 1 ? 1 : 0,
  );
  const first = {
    reactions: reactionsOf(row, context),
    starredBy: starredBy.length === 0 ? undefined : starredBy,
  };
  return {
    messages: pieces.map((piece, at) => ({ ...said, content: piece, reactions: [], ...(at === 0 && first) })),
    uploads,
    place,
  };
}

/** A post with its replies. */
export function* readPost(row: Row, place: PostPlace, context: PostContext): Generator<ReadMessages> {
  const replies = row.records('replies');
  const startedAt = secondsIn(row, 'create_at');
  const thread = `${startedAt} ${row.text('user')} ${row.text('message', '')}`;
  const placeOf = (text: string): PreparedMessage['place'] => {
    if ('members' in place) return { accountIds: place.members };
    const { channelId } = place;
    if (replies.length === 0) return { channelId, topic: TOPIC };
    return { channelId, topic: context.topics.of(channelId, thread, startedAt, text) };
  };
  for (const one of [row, ...replies]) {
    const read = readOne(one, placeOf, context);
    if (read) yield read;
  }
}
