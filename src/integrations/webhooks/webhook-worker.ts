// Runs outgoing webhooks: posts the message that triggered a bot to its address and posts the bot's reply.
// Runs as a job: sending a message never waits for it, and no bot waits for another.

import { FairWorker } from '../../actions/outbox/fair-worker.ts';
import type { OutboxRow } from '../../actions/outbox/outbox-store.ts';
import { WEBHOOK_KIND, type WebhookCall } from '../../actions/outgoing-webhooks/call.ts';
import { limits } from '../../api-contract/limits.ts';
import type { Logger } from '../../api-contract/logger.ts';
import type { Hubs } from '../../events/hubs.ts';
import type { OrganizationHub } from '../../events/organization-hub.ts';
import type { Keyring } from '../../model/accounts/credentials.ts';
import { assumedUrl } from '../../model/organizations/organization-url.ts';
import { isLastAttempt, pauseAfter, retryPolicies } from '../../model/outbox/retry-policies.ts';
import { compiledLinkifiers } from '../../queries/markdown-settings.ts';
import type { ParleyDatabase } from '../../storage/database.ts';
import { BotType } from '../../stores/bots/bot-service.ts';
import { readService } from '../../stores/bots/service-store.ts';
import { conversationById } from '../../stores/conversations/conversation-store.ts';
import { messageById } from '../../stores/messages/message-store.ts';
import { type HttpClient, NoAnswerError } from '../http/http-client.ts';
import {
  type CallFailure,
  droppedCallFailure,
  errorStatusFailure,
  noDirectMessages,
  unreachableFailure,
  unusableAnswerFailure,
} from './call-failures.ts';
import { replyIn, UnreadableAnswerError, type WebhookReply } from './webhook-answer.ts';
import { failureUnits, isRefusal, replyUnit } from './webhook-reply.ts';
import { type CalledWebhook, webhookRequest } from './webhook-request.ts';

/** The time limit for a bot's response. */
export const ANSWER_MILLISECONDS = 10_000;
const LEASE_SECONDS = 60;

export interface WebhookWorkerOptions {
  readonly database: ParleyDatabase;
  readonly hubs: Hubs;
  readonly http: HttpClient;
  readonly keyring: Keyring;
  readonly publicUrl: string | undefined;
  readonly log: Pick<Logger, 'warn'>;
}

type Outcome =
  | { readonly reply: WebhookReply | undefined; readonly body: string }
  | { readonly failure: CallFailure };

export class WebhookWorker extends FairWorker {
  readonly name = 'outgoing webhooks';
  readonly #options: WebhookWorkerOptions;

  constructor(options: WebhookWorkerOptions) {
    super(options.database, {
      kind: WEBHOOK_KIND,
      atOnce: limits.webhookCallsAtOnce,
      perReceiver: limits.webhookCallsPerBot,
      perHolder: limits.webhookCallsPerOwner,
      leaseSeconds: LEASE_SECONDS,
    });
    this.#options = options;
  }

  protected async work(row: OutboxRow, now: () => number): Promise<void> {
    const fields = { webhook: row.id, organization: row.organization_id };
    if (row.attempts > retryPolicies.webhook.attempts) {
      // A failure of this server ended the attempts; the bot must not be called without end.
      this.#options.log.warn(fields, 'outgoing webhook not delivered, giving up');
      await this.finish(row);
      return;
    }
    const hub = await this.#options.hubs.upToDate(row.organization_id);
    const payload = JSON.parse(row.payload) as WebhookCall;
    const call = await loadCall(hub, this.#options.keyring, payload);
    if (!call) return void (await this.finish(row));
    if (payload.isDropped) return this.#reportDropped(row, hub, call, now());
    try {
      await this.#conclude(row, hub, call, await this.#post(call));
    } catch (error) {
      if (!(error instanceof NoAnswerError)) throw error;
      this.#options.log.warn({ ...fields, reason: error.message }, 'outgoing webhook delivery failed');
      if (isLastAttempt(retryPolicies.webhook, row.attempts))
        await this.#fail(row, hub, call, unreachableFailure(error.message));
      else await this.defer(row, { dueAt: now() + pauseAfter(retryPolicies.webhook, row.attempts) });
    }
  }

  /** @throws NoAnswerError */
  async #post(call: CalledWebhook): Promise<Outcome> {
    const request = webhookRequest(call);
    if (!request) return { failure: noDirectMessages };
    const { status, text: body } = await this.#options.http.send(call.service.baseUrl, {
      method: 'POST',
      headers: { 'content-type': request.contentType, 'user-agent': 'ParleyOutgoingWebhook/1' },
      body: request.body,
      milliseconds: ANSWER_MILLISECONDS,
    });
    if (status < 200 || status > 299) return { failure: errorStatusFailure(status, body) };
    try {
      return { reply: replyIn(body, call.service.interface), body };
    } catch (error) {
      if (!(error instanceof UnreadableAnswerError)) throw error;
      return { failure: unusableAnswerFailure(error.message, body) };
    }
  }

  async #conclude(
    row: OutboxRow,
    hub: OrganizationHub,
    call: CalledWebhook,
    outcome: Outcome,
  ): Promise<void> {
    if ('failure' in outcome) return this.#fail(row, hub, call, outcome.failure);
    if (!outcome.reply) return void (await this.finish(row));
    try {
      const reply = await replyUnit(call, hub.reader, outcome.reply, this.#urlOf(hub));
      await this.finish(row, reply);
    } catch (error) {
      if (!isRefusal(error)) throw error;
      await this.#fail(row, hub, call, unusableAnswerFailure(error.message, outcome.body));
    }
  }

  /** Reports a failure, unless another worker has the row. */
  async #fail(
    row: OutboxRow,
    hub: OrganizationHub,
    call: CalledWebhook,
    failure: CallFailure,
  ): Promise<void> {
    if (await this.finish(row)) await this.#report(row, hub, call, failure);
  }

  /** Reports once that calls are dropped: the row remains for some time, so that no other row reports it again. */
  async #reportDropped(
    row: OutboxRow,
    hub: OrganizationHub,
    call: CalledWebhook,
    now: number,
  ): Promise<void> {
    if (row.attempts > 1) return void (await this.finish(row));
    const { webhookCallsWaitingPerBot: waiting, webhookDropNoticeSeconds: seconds } = limits;
    const fields = { organization: row.organization_id, bot: call.bot.id, waiting };
    this.#options.log.warn(fields, 'outgoing webhook calls dropped');
    if (await this.defer(row, { dueAt: now + seconds }))
      await this.#report(row, hub, call, droppedCallFailure(waiting));
  }

  async #report(
    row: OutboxRow,
    hub: OrganizationHub,
    call: CalledWebhook,
    failure: CallFailure,
  ): Promise<void> {
    const { database } = this.#options;
    const units = await failureUnits(call, hub.reader, failure, this.#urlOf(hub));
    for (const unit of units) {
      await database.write(row.organization_id, unit).catch((error: unknown) => {
        if (!isRefusal(error)) throw error;
      });
    }
  }

  #urlOf(hub: OrganizationHub): string {
    return assumedUrl(this.#options.publicUrl, hub.state.organization.host);
  }
}

/** Loads a call; undefined if the bot or the message is gone. */
async function loadCall(
  hub: OrganizationHub,
  keyring: Keyring,
  { botId, messageId, trigger }: WebhookCall,
): Promise<CalledWebhook | undefined> {
  const { state, reader } = hub;
  const bot = state.account(botId);
  if (!bot?.isActive || bot.botType !== BotType.outgoingWebhook) return undefined;
  const service = await readService(reader, keyring, botId);
  const message = await messageById(reader, messageId);
  const conversation = message && (await conversationById(reader, message.conversation_id));
  if (!service || !message || !conversation) return undefined;
  const linkifiers = await compiledLinkifiers(state, reader);
  return { state, bot, service, message, conversation, trigger, linkifiers };
}
