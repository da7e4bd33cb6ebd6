// The images attached to a mail: the organization's icon, senders' avatars and custom emoji. They are
// attached because mail programs block remote images, and loading them would reveal when and where a mail is read.

import type { FileStore } from '../../files/file-store.ts';
import { imageType } from '../../images/image-type.ts';
import { readAvatar } from '../../model/avatars/avatar-files.ts';
import { generatedAvatar } from '../../model/avatars/generated.ts';
import { readEmojiPicture } from '../../model/emoji/emoji-files.ts';
import type { Organization } from '../../model/organizations/organization.ts';
import { readOrganizationPicture } from '../../model/organizations/picture-files.ts';
import type { Mail } from '../../model/outbox/mail.ts';
import { generatedAvatarHash } from '../../model/people/avatar-url.ts';
import type { Reader } from '../../storage/reader-writer.ts';
import { accountById } from '../../stores/accounts/account-store.ts';

/** An image in the form that the mail library takes. */
export interface PictureAttachment {
  readonly cid: string;
  readonly filename: string;
  readonly content: Buffer;
  readonly contentType: string;
  readonly contentDisposition: 'inline';
}

/** The content ids (`cid:`) of a mail's images. */
export interface MailPictures {
  readonly icon: string | undefined;
  /** The addresses of people's pictures, by account id. */
  readonly people: ReadonlyMap<number, string>;
  /** The addresses of custom emoji, by file name. */
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
const MAXIMUM_PICTURES = 40;
const MAXIMUM_PICTURE_BYTES = 100_000;
const MAXIMUM_BYTES = 600_000;

/** A custom emoji in a rendered message: its name and its file. */
const EMOJI =
  /<img alt="(:[^"<>]{1,100}:)" class="emoji" src="[^"]*\/user_avatars\/(\d{1,15})\/emoji\/images\/(?:still\/)?([0-9a-f]{24}\.(?:gif|jpg|png|webp))"[^<>]*>/g;
const ANY_EMOJI = /<img alt="(:[^"<>]{1,100}:)" class="emoji"[^<>]*>/g;

class Collection {
  readonly attachments: PictureAttachment[] = [];
  #bytes = 0;

  /** Attaches an image and returns its content id; undefined if there is none, or it makes the mail too large. */
  add(name: string, content: Buffer | undefined): string | undefined {
    const type = content && imageType(content);
    if (!content || !type || content.length > MAXIMUM_PICTURE_BYTES) return undefined;
    if (this.attachments.length >= MAXIMUM_PICTURES || this.#bytes + content.length > MAXIMUM_BYTES)
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

/** The uploaded or generated avatar. An external avatar is not fetched. */
async function person({ reader, organization, fileStore }: Source, id: number): Promise<Buffer | undefined> {
  const account = await accountById(reader, id);
  if (!account || account.avatarSource === 'G') return undefined;
  const { avatarSource, avatarKey } = account;
  if (avatarSource === 'U' && avatarKey !== null)
    return readAvatar(fileStore, organization.id, avatarKey, 'small');
  return generatedAvatar(generatedAvatarHash(account, organization), PERSON_SIDE);
}

/** Reads the images of a mail, as many as fit. Unreadable ones are left out. */
export async function readPictures(source: Source, { blocks = [] }: Mail): Promise<MailPictures> {
  const { organization, fileStore } = source;
  const collection = new Collection();
  const [people, emoji] = [new Map<number, string>(), new Map<string, string>()];
  // A failing file store must not delay the mail: it is sent without the image.
  const addPicture = async (name: string, picture: () => Promise<Buffer | undefined> | undefined) =>
    collection.add(name, await Promise.resolve(picture()).catch(() => undefined));
  const iconCid = await addPicture('organization', () => icon(source));
  const messages = blocks.filter((block) => block.kind === 'message');
  for (const id of new Set(messages.map(({ senderId }) => senderId))) {
    const cid = id === undefined ? undefined : await addPicture(`person-${id}`, () => person(source, id));
    if (id !== undefined && cid !== undefined) people.set(id, cid);
  }
  const files = new Set<string>();
  for (const { html } of messages)
    for (const [, , owner, file = ''] of html.matchAll(EMOJI))
      if (Number(owner) === organization.id) files.add(file);
  for (const file of [...files].slice(0, MAXIMUM_PICTURES)) {
    const cid = await addPicture(`emoji-${file.slice(0, 24)}`, async () => {
      const still = await readEmojiPicture(fileStore, organization.id, file, 'still');
      return still ?? readEmojiPicture(fileStore, organization.id, file, 'original');
    });
    if (cid !== undefined) emoji.set(file, cid);
  }
  return { icon: iconCid, people, emoji, attachments: collection.attachments };
}

/** Replaces custom emoji in a message's HTML with attached images, or with their names if they are not attached. */
export function withCustomEmoji(html: string, { emoji }: MailPictures): string {
  return html
    .replace(EMOJI, (match, name: string, _owner, file: string) => {
      const cid = emoji.get(file);
      if (cid === undefined) return match;
      return `<img alt="${name}" src="cid:${cid}" width="20" height="20" style="width:20px;height:20px;vertical-align:-4px">`;
    })
    .replace(ANY_EMOJI, '$1');
}
