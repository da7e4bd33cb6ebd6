// Switches off mail about messages, and digests, through a link in the mail, without a login. The signed link
// names the account and the kinds of mail. It is valid as long as the server's secret, since mail may be read
// late.

import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Keyring } from '../../model/accounts/credentials.ts';
import { isUserSetting } from '../../model/accounts/user-settings.ts';
import type { MailReason } from '../../model/mail-texts/mail-texts.ts';
import { mailReasons } from '../../model/missed-mail/mail-reasons.ts';
import type { Writer } from '../../storage/reader-writer.ts';
import { accountById } from '../../stores/accounts/account-store.ts';
import { recordEditedSettings } from '../../stores/accounts/setting-store.ts';
import { isSubscribedNow } from '../../stores/subscriptions/subscription-store.ts';
import { changeUserSettings, type SettingChanges } from '../accounts/change-settings.ts';
import { changeSubscriptionSettings } from '../subscriptions/change-settings.ts';

/** The path of the page, relative to the organization's address. */
export const UNSUBSCRIBE_PATH = '/mail/unsubscribe';

/** The account and the kinds of mail that a link switches off. */
export interface Unsubscription {
  readonly organizationId: number;
  readonly accountId: number;
  readonly reasons: readonly MailReason[];
  /** The channel of the reason `channel`. */
  readonly channelId: number | undefined;
}

const TOKEN = /^(\d{1,15})-(\d{1,15})-([0-4]{1,5})-(\d{1,15})-([\w-]{43})$/;

function signature(keyring: Keyring, payload: string): string {
  return createHmac('sha256', keyring.secret).update(`mail-unsubscribe:${payload}`).digest('base64url');
}

/** The last part of a link. */
export function sealUnsubscription(keyring: Keyring, unsubscription: Unsubscription): string {
  const reasons = unsubscription.reasons.map((reason) => mailReasons.indexOf(reason)).join('');
  const payload = `${unsubscription.organizationId}-${unsubscription.accountId}-${reasons}-${unsubscription.channelId ?? 0}`;
  return `${payload}-${signature(keyring, payload)}`;
}

/** The content of a link; undefined unless this server signed it. */
export function openUnsubscription(keyring: Keyring, token: string): Unsubscription | undefined {
  const match = TOKEN.exec(token);
  if (!match) return undefined;
  const [, organization, account, reasons = '', channel, signed = ''] = match;
  const expected = signature(keyring, token.slice(0, -signed.length - 1));
  if (!timingSafeEqual(Buffer.from(signed), Buffer.from(expected))) return undefined;
  return {
    organizationId: Number(organization),
    accountId: Number(account),
    reasons: mailReasons.filter((_reason, index) => reasons.includes(String(index))),
    channelId: Number(channel) || undefined,
  };
}

/** A quoted text of such mail without the tokens of its links. */
export function withoutUnsubscribeTokens(text: string): string {
  return text.replaceAll(/\/mail\/unsubscribe\/[\w-]+/g, `${UNSUBSCRIBE_PATH}/…`);
}

/** Switches the mail off; idempotent. */
export async function unsubscribe(writer: Writer, unsubscription: Unsubscription): Promise<void> {
  const { accountId, reasons, channelId } = unsubscription;
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
  await recordEditedSettings(writer, accountId, Object.keys(changes).filter(isUserSetting));
  if (!reasons.includes('channel') || channelId === undefined) return;
  if (!(await isSubscribedNow(writer, accountId, channelId))) return;
  await changeSubscriptionSettings(writer, accountId, [
    { channelId, property: 'email_notifications', value: false },
  ]);
}
