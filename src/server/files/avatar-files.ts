// Avatars. GET /avatar/{id or email address} redirects to an account's picture. /user_avatars/… serves the
// pictures, uploaded or generated, to anyone who knows the address.

import type { Services } from '../../api/services.ts';
import { notLoggedIn } from '../../api-contract/error.ts';
import { type AvatarSize, avatarSides, readAvatar } from '../../model/avatars/avatar-files.ts';
import { generatedAvatar, silhouetteAvatar } from '../../model/avatars/generated.ts';
import { avatarUrl, externalAvatarUrl } from '../../model/people/avatar-url.ts';
import { UNKNOWN_USER_AVATAR } from '../../model/people/wire-user.ts';
import { allowsAnonymousViewers } from '../../queries/organizations/anonymous-access.ts';
import { requesterOf } from '../../queries/requester.ts';
import { findVisibleAccount } from '../../queries/visible-lookups.ts';
import type { Caller, Callers } from '../authentication/callers.ts';
import type { HttpReply } from '../http/http-reply.ts';
import type { HttpRequest } from '../http/http-request.ts';
import type { Routes } from '../http/http-routes.ts';
import { CACHE_FOREVER, CACHE_ONE_DAY, ID_PATTERN, sendPicture } from './public-files.ts';

const FILE = /^([0-9a-f]{40})(-medium)?\.png$/;

function sendPng(reply: HttpReply, bytes: Buffer | undefined, cacheControl: string): HttpReply {
  return sendPicture(reply, bytes, 'image/png', cacheControl);
}

function pictureOf(file: string): { readonly hash: string; readonly size: AvatarSize } | undefined {
  const [, hash, medium] = FILE.exec(file) ?? [];
  return hash === undefined ? undefined : { hash, size: medium === undefined ? 'small' : 'medium' };
}

/**
 * The address of an account's picture. For an account that the viewer cannot see, and for one that does not
 * exist, a generic address that reveals nothing.
 */
async function addressOf(
  { hub, account: viewer }: Caller,
  idOrEmail: string,
  isMedium: boolean,
): Promise<string> {
  const isId = ID_PATTERN.test(idOrEmail);
  const account = findVisibleAccount(await requesterOf(hub, viewer), isId ? Number(idOrEmail) : idOrEmail);
  if (account) return avatarUrl(account, hub.state.organization, isMedium);
  return isId ? UNKNOWN_USER_AVATAR : externalAvatarUrl(idOrEmail, 1, isMedium);
}

/** Appends the query of the request. */
function withQuery(url: string, request: HttpRequest): string {
  const mark = request.url.indexOf('?');
  if (mark < 0) return url;
  return `${url}${url.includes('?') ? '&' : '?'}${request.url.slice(mark + 1)}`;
}

export function addAvatarFiles(
  routes: Routes,
  { fileStore }: Pick<Services, 'fileStore'>,
  callers: Callers,
): void {
  for (const [end, isMedium] of [
    ['', false],
    ['/medium', true],
  ] as const) {
    routes.get<{ named: string }>(`/avatar/:named${end}`, async (request, reply) => {
      const caller = await callers.caller(request);
      const { named: idOrEmail } = request.params;
      if (!caller.account && (!ID_PATTERN.test(idOrEmail) || !allowsAnonymousViewers(caller.hub.state)))
        throw notLoggedIn();
      return reply.redirect(withQuery(await addressOf(caller, idOrEmail, isMedium), request));
    });
  }
  routes.get<{ organization: string; file: string }>(
    '/user_avatars/:organization/:file',
    async ({ params: { organization, file } }, reply) => {
      const requested = pictureOf(file);
      if (!requested || !ID_PATTERN.test(organization)) return sendPng(reply, undefined, CACHE_FOREVER);
      const bytes = await readAvatar(fileStore, Number(organization), requested.hash, requested.size);
      return sendPng(reply, bytes, CACHE_FOREVER);
    },
  );
  routes.get<{ file: string }>(
    '/user_avatars/:organization/drawn/:file',
    async ({ params: { file } }, reply) => {
      const requested = pictureOf(file);
      return sendPng(
        reply,
        requested && generatedAvatar(requested.hash, avatarSides[requested.size]),
        CACHE_FOREVER,
      );
    },
  );
  routes.get(UNKNOWN_USER_AVATAR, async (_request, reply) =>
    sendPng(reply, silhouetteAvatar(avatarSides.medium), CACHE_ONE_DAY),
  );
}
