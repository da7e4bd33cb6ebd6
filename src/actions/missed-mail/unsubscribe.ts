// Switching mail about messages, and digests, off by a link in it, without a log-in. The link is signed and says whose it is and
// which kinds of mail; it holds for as long as the server's secret does, since mail is read late.

import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Keyring } from '../../model/accounts/credentials.ts';
import { isUserSetting } from '../../model/accounts/settings.ts';
import type { MailReason } from '../../model/mail-texts/mail-texts.ts';
import { mailReasons } from '../../model/missed-mail/reasons.ts';
import type { Writer } from '../../storage/session.ts';
import { accountById } from '../../stores/accounts/account-store.ts';
import { noteEditedSettings } from '../../stores/accounts/setting-store.ts';
import { isSubscribedNow } from '../../stores/subscriptions/subscription-store.ts';
import { changeUserSettings, type SettingChanges } from '../accounts/change-settings.ts';
import { changeSubscriptionSettings } from '../subscriptions/change-settings.ts';

/** Where the page is, below the organization's address. */
export const UNSUBSCRIBE_PATH = '/mail/unsubscribe';

/** Which mail a link switches off, and whose. */
export interface Unsubscription {
  readonly organizationId: number;
  readonly accountId: number;
  readonly reasons: readonly MailReason[];
  /** For `channel`: which one. */
  readonly channelId: number | undefined;
}

const TOKEN = /^(\d{1,15})-(\d{1,15})-([0-4]{1,5})-(\d{1,15})-([\w-]{43})$/;

function signature(keyring: Keyring, payload: string): string {
  return createHmac('sha256', keyring.secret).update(`mail-unsubscribe:${payload}`).digest('base64url');
}

/** The last part of a link. */
export function sealUnsubscription(keyring: Keyring, one: Unsubscription): string {
  const reasons = one.reasons.map((reason) => mailReasons.indexOf(reason)).join('');
  const payload = `${one.organizationId}-${one.accountId}-${reasons}-${one.channelId ?? 0}`;
  return `${payload}-${signature(keyring, payload)}`;
}

/** What a link says; undefined where this server did not make it. */
export function openUnsubscription(keyring: Keyring, token: string): Unsubscription | undefined {
  const match = TOKEN.exec(token);
  if (!match) return undefined;
  const [, organization, account, reasons = '', channel, signed = ''] = match;
  const wanted = signature(keyring, token.slice(0, -signed.length - 1));
  if (!timingSafeEqual(Buffer.from(signed), Buffer.from(wanted))) return undefined;
  return {
    organizationId: Number(organization),
    accountId: Number(account),
    reasons: mailReasons.filter((_reason, index) => reasons.includes(String(index))),
    channelId: Number(channel) || undefined,
  };
}

/** A text that repeats such mail, without what its links prove. */
export function withoutUnsubscribeTokens(text: string): string {
  return text.replaceAll(/\/mail\/unsubscribe\/[\w-]+/g, `${UNSUBSCRIBE_PATH}/…`);
}

/** Switches the mail off; doing so again changes nothing. */
export async function unsubscribe(writer: Writer, one: Unsubscription): Promise<void> {
  const { accountId, reasons, channelId } = one;
  const account = await accountById(writer, accountId);
  if (!account?.isActive) return;
  const changes: SettingChanges = {
    ...((reasons.includes('direct') || reasons.includes('mention')) && {
      enable_offline_email_notifications: false,
    }),
    ...(reasons.includes('digest') && { enable_digest_emails: false }),
    ...(reasons.includes('followed') && { enable_followed_topic_email_notifications: false }),
  };
  await changeUserSettings(writer, account, changes);
  await noteEditedSettings(writer, accountId, Object.keys(changes).filter(isUserSetting));
  if (!reasons.includes('channel') || channelId === undefined) return;
  if (!(await isSubscribedNow(writer, accountId, channelId))) return;
  await changeSubscriptionSettings(writer, accountId, [
    { channelId, property: 'email_notifications', value: false },
  ]);
}
