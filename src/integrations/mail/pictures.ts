// The pictures of a mail: the organization's icon, those of who wrote, and custom emoji. They travel with the mail, since mail
// programs block what they would have to load, and loading would tell when and where a mail is read.

import type { FileStore } from '../../files/file-store.ts';
import { imageType } from '../../images/image-type.ts';
import { drawnAvatar } from '../../model/avatars/drawn.ts';
import { readAvatar } from '../../model/avatars/files.ts';
import { readEmojiPicture } from '../../model/emoji/files.ts';
import type { Organization } from '../../model/organizations/organization.ts';
import { readOrganizationPicture } from '../../model/organizations/picture-files.ts';
import type { Mail } from '../../model/outbox/mail.ts';
import { drawnHash } from '../../model/people/avatar.ts';
import type { Reader } from '../../storage/session.ts';
import { accountById } from '../../stores/accounts/account-store.ts';

/** A picture as the mail library takes it. */
export interface PictureAttachment {
  readonly cid: string;
  readonly filename: string;
  readonly content: Buffer;
  readonly contentType: string;
  readonly contentDisposition: 'inline';
}

/** Under which names (`cid:`) the document finds its pictures. */
export interface MailPictures {
  readonly icon: string | undefined;
  /** By account. */
  readonly people: ReadonlyMap<number, string>;
  /** By the name of the emoji's file. */
  readonly emoji: ReadonlyMap<string, string>;
  readonly attachments: readonly PictureAttachment[];
}

export const noPictures: MailPictures = {
  icon: undefined,
  people: new Map(),
  emoji: new Map(),
  attachments: [],
};

const PERSON_SIDE = 72;
const MOST_PICTURES = 40;
const MOST_BYTES_OF_ONE = 100_000;
const MOST_BYTES = 600_000;

/** A custom emoji as messages show it: its name and its file. */
const EMOJI =
  /<img alt="(:[^"<>]{1,100}:)" class="emoji" src="[^"]*\/user_avatars\/(\d{1,15})\/emoji\/images\/(?:still\/)?([0-9a-f]{24}\.(?:gif|jpg|png|webp))"[^<>]*>/g;
const ANY_EMOJI = /<img alt="(:[^"<>]{1,100}:)" class="emoji"[^<>]*>/g;

class Collection {
  readonly attachments: PictureAttachment[] = [];
  #bytes = 0;

  /** Takes a picture in; undefined where there is none, or it makes the mail too large. */
  add(name: string, content: Buffer | undefined): string | undefined {
    const type = content && imageType(content);
    if (!content || !type || content.length > MOST_BYTES_OF_ONE) return undefined;
    if (this.attachments.length >= MOST_PICTURES || this.#bytes + content.length > MOST_BYTES)
      return undefined;
    this.#bytes += content.length;
    const cid = `${name}@parley`;
    const filename = `${name}.${type.replace('image/', '')}`;
    this.attachments.push({ cid, filename, content, contentType: type, contentDisposition: 'inline' });
    return cid;
  }
}

interface Source {
  readonly reader: Reader;
  readonly organization: Organization;
  readonly fileStore: FileStore;
}

function icon({ organization, fileStore }: Source): Promise<Buffer | undefined> | undefined {
  const { icon_source: source, icon_version: version } = organization.settings;
  if (source !== 'U') return undefined;
  return readOrganizationPicture(fileStore, { organizationId: organization.id, picture: 'icon', version });
}

/** What a person uploaded or the server draws; of one whom another service has the picture, nothing is asked there. */
async function person({ reader, organization, fileStore }: Source, id: number): Promise<Buffer | undefined> {
  const account = await accountById(reader, id);
  if (!account || account.avatarSource === 'G') return undefined;
  const { avatarSource, avatarKey } = account;
  if (avatarSource === 'U' && avatarKey !== null)
    return readAvatar(fileStore, organization.id, avatarKey, 'small');
  return drawnAvatar(drawnHash(account, organization), PERSON_SIDE);
}

/** Reads the pictures of a mail, as many as fit. What cannot be read is left out: the mail is more important. */
export async function readPictures(source: Source, { blocks = [] }: Mail): Promise<MailPictures> {
  const { organization, fileStore } = source;
  const collection = new Collection();
  const [people, emoji] = [new Map<number, string>(), new Map<string, string>()];
  // A store that fails must not keep the mail back: it goes out without the picture.
  const read = async (name: string, picture: () => Promise<Buffer | undefined> | undefined) =>
    collection.add(name, await Promise.resolve(picture()).catch(() => undefined));
  const iconCid = await read('organization', () => icon(source));
  const messages = blocks.filter((block) => block.kind === 'message');
  for (const id of new Set(messages.map(({ senderId }) => senderId))) {
    const cid = id === undefined ? undefined : await read(`person-${id}`, () => person(source, id));
    if (id !== undefined && cid !== undefined) people.set(id, cid);
  }
  const files = new Set<string>();
  for (const { html } of messages)
    for (const [, , owner, file = ''] of html.matchAll(EMOJI))
      if (Number(owner) === organization.id) files.add(file);
  for (const file of [...files].slice(0, MOST_PICTURES)) {
    const cid = await read(`emoji-${file.slice(0, 24)}`, async () => {
      const still = await readEmojiPicture(fileStore, organization.id, file, 'still');
      return still ?? readEmojiPicture(fileStore, organization.id, file, 'as it is');
    });
    if (cid !== undefined) emoji.set(file, cid);
  }
  return { icon: iconCid, people, emoji, attachments: collection.attachments };
}

/** The HTML of a message with the pictures of custom emoji that travel with the mail, and the names of all others. */
export function withCustomEmoji(html: string, { emoji }: MailPictures): string {
  return html
    .replace(EMOJI, (whole, name: string, _owner, file: string) => {
      const cid = emoji.get(file);
      if (cid === undefined) return whole;
      return `<img alt="${name}" src="cid:${cid}" width="20" height="20" style="width:20px;height:20px;vertical-align:-4px">`;
    })
    .replace(ANY_EMOJI, '$1');
}
