// Pictures of an organization and the emoji table, which clients load by address without credentials. File
// names cannot be guessed and their content never changes, so they can be cached forever.

import type { FileStore } from '../../files/file-store.ts';
import { imageType } from '../../images/image-type.ts';
import { emojiDataJson } from '../../markdown/emoji-names.ts';
import { readEmojiPicture } from '../../model/emoji/emoji-files.ts';
import { organizationPictures, readOrganizationPicture } from '../../model/organizations/picture-files.ts';
import { sendBytes } from '../http/compression.ts';
import { type HttpReply, JSON_TYPE } from '../http/http-reply.ts';
import type { Routes } from '../http/http-routes.ts';
import { CACHE_FOREVER, CACHE_ONE_DAY, ID_PATTERN, sendMissing, sendPicture } from './public-files.ts';

const EMOJI_FILE = /^[0-9a-f]{24}\.(?:gif|jpg|png|webp)$/;

const DEFAULT_LOGO =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 160 40"><rect x="4" y="6" width="34" height="24" rx="8" fill="#4a6fa5"/><path d="M12 30v7l8-7z" fill="#4a6fa5"/><text x="48" y="28" font-family="sans-serif" font-size="24" fill="#4a6fa5">Parley</text></svg>';

interface EmojiPath {
  readonly organization: string;
  readonly file: string;
}

/** The content type follows from the bytes, not from the address. */
function sendByContent(reply: HttpReply, bytes: Buffer | undefined): HttpReply {
  const type = bytes && imageType(bytes);
  return type ? sendPicture(reply, bytes, type, CACHE_FOREVER) : sendMissing(reply);
}

/** Adds the routes of custom emoji, icons, logos and the emoji table. */
export function addOrganizationFiles(routes: Routes, store: FileStore): void {
  for (const [folder, motion] of [
    ['', 'original'],
    ['still/', 'still'],
  ] as const) {
    routes.get<EmojiPath>(
      `/user_avatars/:organization/emoji/images/${folder}:file`,
      async ({ params: { organization, file } }, reply) => {
        if (!EMOJI_FILE.test(file) || !ID_PATTERN.test(organization)) return sendMissing(reply);
        return sendByContent(reply, await readEmojiPicture(store, Number(organization), file, motion));
      },
    );
  }
  for (const picture of organizationPictures) {
    routes.get<{ organization: string }>(
      `/user_avatars/:organization/realm/${picture}.png`,
      async ({ params: { organization }, query: { version } }, reply) => {
        if (typeof version !== 'string' || !ID_PATTERN.test(version)) return sendMissing(reply);
        if (!ID_PATTERN.test(organization)) return sendMissing(reply);
        const requested = { organizationId: Number(organization), picture, version: Number(version) };
        return sendByContent(reply, await readOrganizationPicture(store, requested));
      },
    );
  }
  routes.get('/static/images/logo/organization-logo.svg', async (_request, reply) =>
    reply.type('image/svg+xml').header('cache-control', CACHE_ONE_DAY).send(DEFAULT_LOGO),
  );
  routes.get('/static/emoji-data.json', async (_request, reply) =>
    sendBytes(reply.type(JSON_TYPE).header('cache-control', CACHE_ONE_DAY), emojiDataJson()),
  );
}
