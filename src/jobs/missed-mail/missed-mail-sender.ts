// Sends mail about missed messages. When an account's batching period is over, and it has neither read the
// messages nor been active since, one mail for each conversation enters the outbox and the rows are removed,
// in one unit of work. While the account does not want to be disturbed, the rows wait.

import { queueMail } from '../../actions/outbox/mail-store.ts';
import { limits } from '../../api-contract/limits.ts';
import { Yielder } from '../../api-contract/yielding.ts';
import { detailOf } from '../../errors/error-detail.ts';
import type { OrganizationHub } from '../../events/organization-hub.ts';
import type { Account } from '../../model/accounts/account.ts';
import type { Keyring } from '../../model/accounts/credentials.ts';
import { organizationUrl } from '../../model/organizations/organization-url.ts';
import type { Mail } from '../../model/outbox/mail.ts';
import { isLastAttempt, pauseAfter, retryPolicies } from '../../model/outbox/retry-policies.ts';
import type { QueryContext } from '../../queries/requester.ts';
import type { Writer } from '../../storage/reader-writer.ts';
import {
  claimMissed,
  insertMissedRows,
  type MissedRow,
  missedOf,
  peopleWithMissed,
  postponeMissed,
} from '../../stores/missed-mail/missed-mail-store.ts';
import { insertReplyAddress, newReplyToken, replyAddress } from '../../stores/missed-mail/reply-address.ts';
import type { JobServices } from '../job.ts';
import { contentHiddenBy } from '../message-mail/mail-parts.ts';
import { acceptsReplies, composeMissedMail } from './compose.ts';
import { shownOrganizationName } from './organization-name.ts';
import { separateQuiet } from './separate-quiet.ts';
import { type MissedConversation, stillMissed } from './still-missed.ts';

const ROWS_PER_READ = 200;
const nothingMissed = { audible: [], waiting: [], until: 0 } as const;

export interface MissedMailServices extends JobServices {
  readonly keyring: Keyring;
  readonly publicUrl: string | undefined;
  readonly incomingMailDomain: string | undefined;
}

interface PreparedMail {
  readonly mail: Mail;
  readonly missed: MissedConversation;
  /** The secret in the address for replies; undefined if replies are not accepted. */
  readonly token: string | undefined;
}

/** One account's row for a message that is stored once for many accounts. */
interface SharedRow {
  readonly row: MissedRow;
  /** Records that the account was notified; false if another server has done so. */
  claim(writer: Writer): Promise<boolean>;
}

/** An organization's hub, brought up to date with the changes by other servers. */
export async function upToDateHub(
  { database, hubs }: JobServices,
  organizationId: number,
): Promise<OrganizationHub> {
  const hub = await hubs.upToDate(organizationId);
  if (database.engine === 'postgres') {
    // Each server knows the presence of its own clients only; they share it through the database.
    await hub.storePresence();
  }
  return hub;
}

function idsOf({ messages }: MissedConversation): number[] {
  return messages.map(({ id }) => id);
}

/** Puts the conversation of a message that cannot be mailed later first. */
function startingWith(
  missed: readonly MissedConversation[],
  messageId: number | undefined,
): readonly MissedConversation[] {
  if (messageId === undefined) return missed;
  const isFirst = (conversation: MissedConversation) => idsOf(conversation).includes(messageId);
  return [...missed.filter(isFirst), ...missed.filter((conversation) => !isFirst(conversation))];
}

export class MissedMailSender {
  readonly #services: MissedMailServices;
  readonly #attempts = new Map<number, number>();

  constructor(services: MissedMailServices) {
    this.#services = services;
  }

  /** Processes everything that is due. */
  async sendDue(now: number, signal: AbortSignal): Promise<void> {
    const { database, log } = this.#services;
    while (!signal.aborted) {
      const people = await peopleWithMissed(database.reader(0), now, ROWS_PER_READ);
      if (people.length === 0) return;
      const hubs = new Map<number, OrganizationHub>();
      for (const { organizationId, accountId } of people) {
        if (signal.aborted) return;
        try {
          const hub = hubs.get(organizationId) ?? (await upToDateHub(this.#services, organizationId));
          hubs.set(organizationId, hub);
          await this.sendTo(hub, accountId, now);
          this.#attempts.delete(accountId);
        } catch (error) {
          log.error({ account: accountId, error: detailOf(error) }, 'email failed');
          await this.#recordFailure(organizationId, accountId, now);
        }
      }
    }
  }

  /**
   * Mails the due messages of one account. With the row of a message to many accounts, also mails messages that
   * are still being collected. Returns false if another server has notified the account of that.
   */
  async sendTo(hub: OrganizationHub, accountId: number, now: number, shared?: SharedRow): Promise<boolean> {
    const { database } = this.#services;
    const { id: organizationId, state, reader } = hub;
    const until = shared ? Number.MAX_SAFE_INTEGER : now;
    const own = await missedOf(reader, accountId, until, limits.missedMessagesPerPerson);
    const rows = shared ? [...own, shared.row].sort((a, b) => a.message_id - b.message_id) : own;
    const ids = rows.map((row) => row.message_id);
    const account = state.account(accountId);
    const activeAt = state.presence.get(accountId)?.activeAt ?? 0;
    const missedConversations =
      account?.isActive && account.isEmailConfirmed && !state.organization.isDeactivated
        ? await stillMissed(hub, account, rows, activeAt)
        : [];
    const idleAt = activeAt + limits.presenceSeconds + 1;
    if (missedConversations.length > 0 && now < idleAt) {
      return database.write(organizationId, async (writer) => {
        if (shared && !(await shared.claim(writer))) return false;
        await postponeMissed(writer, accountId, ids, idleAt);
        return true;
      });
    }
    const {
      audible,
      waiting,
      until: quietUntil,
    } = account ? await separateQuiet(hub, account, missedConversations, now) : nothingMissed;
    const inOrder = startingWith(audible, shared?.row.message_id);
    const mails = account && audible.length > 0 ? await this.#prepare(hub, account, inOrder) : [];
    const unsent = new Set([...inOrder.slice(mails.length).flatMap(idsOf), ...waiting]);
    const doneIds = ids.filter((id) => !unsent.has(id));
    return database.write(organizationId, async (writer) => {
      if (shared && !(await shared.claim(writer))) return false;
      const removed = await claimMissed(writer, accountId, doneIds);
      // Another server has taken the rows first.
      if (removed === 0 && doneIds.length > 0 && !shared) return false;
      if (waiting.length > 0) {
        if (shared && waiting.includes(shared.row.message_id)) await insertMissedRows(writer, [shared.row]);
        await postponeMissed(writer, accountId, waiting, quietUntil);
      }
      for (const { missed: conversation, token } of mails) {
        const messageId = conversation.messages.at(-1)?.id;
        if (token !== undefined && messageId !== undefined) {
          const { conversationId } = conversation;
          const replyTo = { accountId, conversationId, messageId };
          await insertReplyAddress(writer, this.#services.keyring, token, replyTo);
        }
      }
      await queueMail(writer, ...mails.map(({ mail }) => mail));
      return true;
    });
  }

  /**
   * The mails for conversations, up to the size limit of one unit of work; at least one if there are
   * conversations.
   */
  async #prepare(
    context: QueryContext,
    account: Account,
    missed: readonly MissedConversation[],
  ): Promise<PreparedMail[]> {
    const { keyring, publicUrl, incomingMailDomain } = this.#services;
    const { organization } = context.state;
    const organizationName = await shownOrganizationName(context, account);
    const acceptsAnyReply = incomingMailDomain !== undefined && !contentHiddenBy(context.state, account);
    const yielder = new Yielder();
    const prepared: PreparedMail[] = [];
    let bytes = 0;
    for (const conversation of missed) {
      if (bytes > limits.mailBytesPerUnit) break;
      const token =
        acceptsAnyReply && acceptsReplies(context.state, account, conversation) ? newReplyToken() : undefined;
      const mail = await composeMissedMail(context, account, conversation, {
        keyring,
        organizationName,
        organizationUrl: organizationUrl(publicUrl, organization.host),
        replyTo: token && incomingMailDomain ? replyAddress(token, incomingMailDomain) : undefined,
      });
      bytes += JSON.stringify(mail).length;
      prepared.push({ mail, missed: conversation, token });
      await yielder.yieldIfDue();
    }
    return prepared;
  }

  async #recordFailure(organizationId: number, accountId: number, now: number): Promise<void> {
    const { database } = this.#services;
    const attempts = (this.#attempts.get(accountId) ?? 0) + 1;
    this.#attempts.set(accountId, attempts);
    const isLast = isLastAttempt(retryPolicies.missedMail, attempts);
    const rows = await missedOf(
      database.reader(organizationId),
      accountId,
      now,
      limits.missedMessagesPerPerson,
    );
    const ids = rows.map((row) => row.message_id);
    await database.write(organizationId, async (writer) => {
      if (isLast) await claimMissed(writer, accountId, ids);
      else await postponeMissed(writer, accountId, ids, now + pauseAfter(retryPolicies.missedMail, attempts));
    });
    if (isLast) this.#attempts.delete(accountId);
  }
}
