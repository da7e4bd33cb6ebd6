// Runs outgoing webhooks: posts the message that triggered a bot to its address and posts the bot's reply.
// Runs as a job: sending a message never waits for it, and no bot waits for another.

import { logFieldsOf, type OutboxServices } from '../../actions/outbox/apply-outcome.ts';
import { type OutboxRow, workIn } from '../../actions/outbox/outbox-store.ts';
import { OutboxWorker } from '../../actions/outbox/outbox-worker.ts';
import { done, type FollowUps, type WorkOutcome } from '../../actions/outbox/work-outcome.ts';
import { WEBHOOK_KIND, type WebhookCall, webhookCall } from '../../actions/outgoing-webhooks/call.ts';
import { isClientError } from '../../api-contract/error.ts';
import { limits } from '../../api-contract/limits.ts';
import type { Hubs } from '../../events/hubs.ts';
import type { OrganizationHub } from '../../events/organization-hub.ts';
import type { Keyring } from '../../model/accounts/credentials.ts';
import { assumedUrl } from '../../model/organizations/organization-url.ts';
import { retryPolicies } from '../../model/outbox/retry-policies.ts';
import { compiledLinkifiers } from '../../queries/markdown-settings.ts';
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
import { failureUnits, replyUnit } from './webhook-reply.ts';
import { type CalledWebhook, webhookRequest } from './webhook-request.ts';

/** The time limit for a bot's response. */
export const ANSWER_MILLISECONDS = 10_000;
const LEASE_SECONDS = 60;

export interface WebhookWorkerOptions extends OutboxServices {
  readonly hubs: Hubs;
  readonly http: HttpClient;
  readonly keyring: Keyring;
  readonly publicUrl: string | undefined;
}

/** The answer of a bot. */
type Answer =
  | { readonly reply: WebhookReply | undefined; readonly body: string }
  | { readonly failure: CallFailure };

export class WebhookWorker extends OutboxWorker {
  readonly name = 'outgoing webhooks';
  readonly #options: WebhookWorkerOptions;

  constructor(options: WebhookWorkerOptions) {
    super(options, {
      kind: WEBHOOK_KIND,
      retries: retryPolicies.webhook,
      atOnce: limits.webhookCallsAtOnce,
      shares: { perReceiver: limits.webhookCallsPerBot, perHolder: limits.webhookCallsPerOwner },
      leaseSeconds: LEASE_SECONDS,
      failure: 'outgoing webhook not delivered',
      levelOfGivingUp: 'warn',
    });
    this.#options = options;
  }

  protected async work(row: OutboxRow): Promise<WorkOutcome> {
    const hub = await this.#options.hubs.upToDate(row.organization_id);
    const payload = workIn(webhookCall, row.payload);
    const call = await loadCall(hub, this.#options.keyring, payload);
    if (!call) return done;
    if (payload.isDropped) return this.#reportDropped(row, hub, call);
    try {
      return await this.#conclude(hub, call, await this.#post(call));
    } catch (error) {
      if (!(error instanceof NoAnswerError)) throw error;
      const ifLast = this.#report(hub, call, unreachableFailure(error.message));
      return { is: 'retry', reason: error.message, ifLast };
    }
  }

  /** @throws NoAnswerError */
  async #post(call: CalledWebhook): Promise<Answer> {
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

  async #conclude(hub: OrganizationHub, call: CalledWebhook, answer: Answer): Promise<WorkOutcome> {
    if ('failure' in answer) return { is: 'done', ...this.#report(hub, call, answer.failure) };
    if (!answer.reply) return done;
    const badReply = (error: unknown): WorkOutcome => {
      if (!isClientError(error)) throw error;
      return { is: 'done', ...this.#report(hub, call, unusableAnswerFailure(error.message, answer.body)) };
    };
    try {
      const reply = await replyUnit(call, hub.reader, answer.reply, this.#urlOf(hub));
      return { is: 'done', units: [reply], ifUnitFails: badReply };
    } catch (error) {
      return badReply(error);
    }
  }

  /** Reports once that calls are dropped: the row remains for some time, so that no other row reports it again. */
  #reportDropped(row: OutboxRow, hub: OrganizationHub, call: CalledWebhook): WorkOutcome {
    if (row.attempts > 1) return done;
    const { webhookCallsWaitingPerBot: waiting, webhookDropNoticeSeconds: pause } = limits;
    const fields = { ...logFieldsOf(row), bot: call.bot.id, waiting };
    this.#options.log.warn(fields, 'outgoing webhook calls dropped');
    return { is: 'retry', pause, ...this.#report(hub, call, droppedCallFailure(waiting)) };
  }

  /** Reports a failure, unless another worker has the row. */
  #report(hub: OrganizationHub, call: CalledWebhook, failure: CallFailure): FollowUps {
    const { database } = this.#options;
    return {
      afterwards: async () => {
        const units = await failureUnits(call, hub.reader, failure, this.#urlOf(hub));
        for (const unit of units) {
          await database.write(hub.id, unit).catch((error: unknown) => {
            if (!isClientError(error)) throw error;
          });
        }
      },
    };
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
