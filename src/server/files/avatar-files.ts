// Pictures of people: GET /avatar/{id or address} leads to wherever somebody's picture is; /user_avatars/… are the
// pictures themselves, uploaded or drawn, which anybody may load who knows the address.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Services } from '../../api/services.ts';
import { notLoggedIn } from '../../api-contract/error.ts';
import { drawnAvatar, silhouette } from '../../model/avatars/drawn.ts';
import { type AvatarSize, avatarSides, readAvatar } from '../../model/avatars/files.ts';
import { avatarUrl, serviceUrlOf } from '../../model/people/avatar.ts';
import { UNKNOWN_USER_AVATAR } from '../../model/people/wire-user.ts';
import { askerOf } from '../../queries/asker.ts';
import { mayVisit } from '../../queries/organizations/visitors.ts';
import { seenAccount } from '../../queries/visible-things.ts';
import type { Caller, Callers } from '../authentication/callers.ts';
import { A_DAY, FOREVER, ID, sendPicture } from './public-files.ts';

const FILE = /^([0-9a-f]{40})(-medium)?\.png$/;

function sendPng(reply: FastifyReply, bytes: Buffer | undefined, cacheControl: string): FastifyReply {
  return sendPicture(reply, bytes, 'image/png', cacheControl);
}

function pictureOf(file: string): { readonly hash: string; readonly size: AvatarSize } | undefined {
  const [, hash, medium] = FILE.exec(file) ?? [];
  return hash === undefined ? undefined : { hash, size: medium === undefined ? 'small' : 'medium' };
}

/** Where somebody's picture is; where there is nobody whom who asks may know of, what there is for anything alike. */
async function addressOf(
  { hub, account: viewer }: Caller,
  named: string,
  isMedium: boolean,
): Promise<string> {
  const isId = ID.test(named);
  const account = seenAccount(await askerOf(hub, viewer), isId ? Number(named) : named);
  if (account) return avatarUrl(account, hub.state.organization, isMedium);
  return isId ? UNKNOWN_USER_AVATAR : serviceUrlOf(named, 1, isMedium);
}

/** The parameters of the request go along. */
function withQuery(url: string, request: FastifyRequest): string {
  const mark = request.url.indexOf('?');
  if (mark < 0) return url;
  return `${url}${url.includes('?') ? '&' : '?'}${request.url.slice(mark + 1)}`;
}

/** Adds the addresses of pictures of people. */
export function addAvatarFiles(
  fastify: FastifyInstance,
  { fileStore }: Pick<Services, 'fileStore'>,
  callers: Callers,
): void {
  for (const [end, isMedium] of [
    ['', false],
    ['/medium', true],
  ] as const) {
    fastify.get<{ Params: { named: string } }>(`/avatar/:named${end}`, async (request, reply) => {
      const caller = await callers.caller(request);
      const { named } = request.params;
      if (!caller.account && (!ID.test(named) || !mayVisit(caller.hub.state))) throw notLoggedIn();
      return reply.redirect(withQuery(await addressOf(caller, named, isMedium), request));
    });
  }
  fastify.get<{ Params: { organization: string; file: string } }>(
    '/user_avatars/:organization/:file',
    async ({ params: { organization, file } }, reply) => {
      const wanted = pictureOf(file);
      if (!wanted || !ID.test(organization)) return sendPng(reply, undefined, FOREVER);
      const bytes = await readAvatar(fileStore, Number(organization), wanted.hash, wanted.size);
      return sendPng(reply, bytes, FOREVER);
    },
  );
  fastify.get<{ Params: { file: string } }>(
    '/user_avatars/:organization/drawn/:file',
    async ({ params: { file } }, reply) => {
      const wanted = pictureOf(file);
      return sendPng(reply, wanted && drawnAvatar(wanted.hash, avatarSides[wanted.size]), FOREVER);
    },
  );
  fastify.get(UNKNOWN_USER_AVATAR, async (_request, reply) =>
    sendPng(reply, silhouette(avatarSides.medium), A_DAY),
  );
}
