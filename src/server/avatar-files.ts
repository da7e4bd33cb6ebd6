// Pictures of people: GET /avatar/{id or address} leads to wherever somebody's picture is; /user_avatars/… are the
// pictures themselves, uploaded or drawn, which anybody may load who knows the address.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { notLoggedIn } from '../contract/error.ts';
import type { Account } from '../model/accounts/account.ts';
import { avatarUrl, serviceUrlOf } from '../model/accounts/avatar.ts';
import { idInStandIn, maySeeEmail } from '../model/accounts/email.ts';
import { UNKNOWN_USER_AVATAR } from '../model/accounts/user-view.ts';
import { maySeeAccount } from '../model/accounts/visibility.ts';
import { drawnAvatar, silhouette } from '../model/avatars/drawn.ts';
import { type AvatarSize, avatarSides, readAvatar } from '../model/avatars/files.ts';
import { accountByEmail } from '../model/messages/recipients.ts';
import { mayVisit } from '../model/organizations/visitors.ts';
import type { Services } from '../operations/services.ts';
import type { Caller, Callers } from './callers.ts';
import { A_DAY, FOREVER, ID, sendPicture } from './public-files.ts';

const FILE = /^([0-9a-f]{40})(-medium)?\.png$/;

function sendPng(reply: FastifyReply, bytes: Buffer | undefined, cacheControl: string): FastifyReply {
  return sendPicture(reply, bytes, 'image/png', cacheControl);
}

function pictureOf(file: string): { readonly hash: string; readonly size: AvatarSize } | undefined {
  const [, hash, medium] = FILE.exec(file) ?? [];
  return hash === undefined ? undefined : { hash, size: medium === undefined ? 'small' : 'medium' };
}

/** Whether who asks may see somebody's picture. Visitors may, where the organization lets visitors in. */
async function maySee({ hub, account: viewer }: Caller, account: Account): Promise<boolean> {
  if (!viewer) return true;
  const subscriptions = await hub.state.subscriptions(hub.reader, viewer.id);
  return maySeeAccount(hub.state, viewer, subscriptions, account);
}

/** The account that an address names, as far as who asks may know that it is theirs. */
function byAddress({ hub, account: viewer }: Caller, email: string): Account | undefined {
  const id = idInStandIn(email, hub.state.organization);
  if (id !== undefined) return hub.state.account(id);
  const account = accountByEmail(hub.state, email);
  return account && maySeeEmail(viewer, account) ? account : undefined;
}

/** Where somebody's picture is; the unknown user's where there is nobody, or nobody that who asks may see. */
async function addressOf(caller: Caller, named: string, isMedium: boolean): Promise<string> {
  const { state } = caller.hub;
  const isId = ID.test(named);
  const account = isId ? state.account(Number(named)) : byAddress(caller, named);
  if (!account) return isId ? UNKNOWN_USER_AVATAR : serviceUrlOf(named, 1, isMedium);
  if (!(await maySee(caller, account))) return UNKNOWN_USER_AVATAR;
  return avatarUrl(account, state.organization, isMedium);
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
