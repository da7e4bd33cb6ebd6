// The request body of an outgoing webhook, in Parley's own format or Slack's.

import type { Trigger } from '../../actions/outgoing-webhooks/call.ts';
import type { CompiledLinkifier } from '../../markdown/linkifiers.ts';
import type { Account } from '../../model/accounts/account.ts';
import type { Conversation } from '../../model/conversations/conversation.ts';
import type { MessageRow } from '../../model/messages/message-row.ts';
import {
  contentOf,
  conversationFields,
  noParts,
  senderFields,
  stableFields,
} from '../../queries/messages/wire.ts';
import type { OrganizationState } from '../../queries/state/organization-state.ts';
import { type BotService, Interface } from '../../stores/bots/bot-service.ts';

/** Everything that a call is made of. */
export interface CalledWebhook {
  readonly state: OrganizationState;
  readonly bot: Account;
  readonly service: BotService;
  readonly message: MessageRow;
  readonly conversation: Conversation;
  readonly trigger: Trigger;
  readonly linkifiers: readonly CompiledLinkifier[];
}

export interface WebhookRequest {
  readonly contentType: string;
  readonly body: string;
}

const fieldOptions = { applyMarkdown: false, clientGravatar: false, emptyTopicName: false };

function ownFormat(call: CalledWebhook): WebhookRequest {
  const { state, bot, service, message, conversation, trigger, linkifiers } = call;
  const { content_type: _kind, ...stable } = stableFields(message, contentOf(message, false), noParts, false);
  const body = {
    bot_email: bot.email,
    bot_full_name: bot.fullName,
    data: message.content,
    trigger,
    token: service.token,
    message: {
      ...stable,
      ...senderFields(state.account(message.sender_id), state, fieldOptions, true),
      ...conversationFields(
        { ...conversation, channel_id: message.channel_id },
        state,
        fieldOptions,
        linkifiers,
      ),
      rendered_content: message.rendered_content,
    },
  };
  return { contentType: 'application/json', body: JSON.stringify(body) };
}

function slackFormat({ state, bot, service, message }: CalledWebhook, channelId: number): WebhookRequest {
  const fields = {
    token: service.token,
    team_id: `T${state.id}`,
    team_domain: state.organization.host,
    channel_id: `C${channelId}`,
    channel_name: state.channel(channelId)?.name ?? '',
    thread_ts: String(message.sent_at),
    timestamp: String(message.sent_at),
    user_id: `U${message.sender_id}`,
    user_name: state.account(message.sender_id)?.fullName ?? '',
    text: message.content,
    trigger_word: 'mention',
    service_id: String(bot.id),
  };
  return { contentType: 'application/x-www-form-urlencoded', body: new URLSearchParams(fields).toString() };
}

/** The request for a call; undefined if its format does not support it: Slack's has no direct messages. */
export function webhookRequest(call: CalledWebhook): WebhookRequest | undefined {
  if (call.service.interface !== Interface.slack) return ownFormat(call);
  const { channel_id: channelId } = call.message;
  return channelId === null ? undefined : slackFormat(call, channelId);
}
