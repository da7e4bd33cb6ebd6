// The interface of a webhook service, which turns its requests into messages.

import { type ApiError, badRequest } from '../../api-contract/error.ts';
import { limits } from '../../api-contract/limits.ts';
import type { KeySignature } from './key-signatures.ts';
import type { PayloadField } from './payload-field.ts';
import { MissingEventHeaderError } from './webhook-errors.ts';
import type { SignatureScheme } from './webhook-signatures.ts';

/** A request that a service sent. */
export interface WebhookDelivery {
  readonly payload: PayloadField;
  /** By their lower-case names. */
  readonly headers: ReadonlyMap<string, string>;
  /** Service-specific parameters of the URL. */
  readonly query: ReadonlyMap<string, string>;
  /** The configuration of the bot. */
  readonly config: ReadonlyMap<string, string>;
  /** The topic in the URL, which replaces the service's own. */
  readonly topic: string | undefined;
}

/** A message to be posted. */
export interface WebhookMessage {
  /** The name that filters in the URL are applied to. It is one of the service's `events`, if it lists them. */
  readonly event: string;
  readonly topic: string;
  readonly content: string;
  /** Overrides the channel in the URL. */
  readonly channel?: string;
  /** For URLs without a channel: the name of a channel to use if it exists, and the topic in it. */
  readonly defaultChannel?: { readonly name: string; readonly topic: string };
}

/** The answer to a service that verifies the URL; no message is posted. */
export interface VerificationReply {
  readonly challenge: string;
}

/** How a service marks a delivery that it repeats because the first answer was late or lost. */
export interface RetryInfo {
  /** The same for all attempts of a delivery. */
  readonly id: string;
  /** Whether this is not the first attempt. */
  readonly isRetry: boolean;
}

/** A parameter that clients ask for when they create a bot. */
export interface WebhookOption {
  readonly key: string;
  readonly label: string;
}

/** A webhook service: how its requests become messages. */
export interface WebhookService {
  /** As in its URL. */
  readonly name: string;
  readonly displayName: string;
  /** The name of the client of its messages and in errors. By default `displayName` without spaces. */
  readonly clientName?: string;
  /** All events that filters can name; undefined if the service does not distinguish events. */
  readonly events?: readonly string[];
  /** How the service signs its requests, if it can. */
  readonly signature?: SignatureScheme;
  /** How the service signs its requests with a key pair whose public key is published at a URL, if it does. */
  readonly keySignature?: KeySignature;
  /** Reads which attempt of which delivery a request is, if the service states it. */
  readonly retry?: (delivery: WebhookDelivery) => RetryInfo | undefined;
  /** The bot's configuration, in addition to the secret of the signature. */
  readonly config?: readonly WebhookOption[];
  /** Parameters that the URL may contain. */
  readonly urlOptions?: readonly WebhookOption[];
  /** Whether the text was written by a person for this channel, so that it may mention people. */
  readonly mayMention?: true;
  /**
   * If the bot may not mention everyone, post such a mention without notifying anyone, instead of refusing the
   * message.
   */
  readonly silencesWildcardMentions?: true;
  /**
   * The messages that a request becomes; undefined if it contains nothing of interest.
   * @throws `UnreadablePayloadError`, `UnsupportedEventError`, `MissingEventHeaderError`, and 400 if it contains
   * too much
   */
  read(delivery: WebhookDelivery): WebhookMessage | readonly WebhookMessage[] | VerificationReply | undefined;
}

/** The name of a service for clients and errors. */
export function clientNameOf({ clientName, displayName }: WebhookService): string {
  return clientName ?? displayName.replaceAll(/[^A-Za-z0-9]/g, '');
}

/** The request would become more messages than allowed. */
export function tooManyWebhookMessages(): ApiError {
  return badRequest(`One request becomes at most ${limits.messagesPerWebhook} messages.`);
}

/** A list whose items each become a message. @throws 400 if there are too many, before any is posted */
export function boundedItems(list: readonly PayloadField[]): readonly PayloadField[] {
  if (list.length > limits.messagesPerWebhook) throw tooManyWebhookMessages();
  return list;
}

/** The value of the header that names the event. @throws `MissingEventHeaderError` */
export function eventHeader({ headers }: WebhookDelivery, name: string): string {
  const event = headers.get(name.toLowerCase());
  if (event === undefined || event === '') throw new MissingEventHeaderError(name);
  return event;
}

/** The option that limits a URL to some branches. */
export const branchesOption: WebhookOption = {
  key: 'branches',
  label: 'Branches, separated by commas; all by default',
};

/** Whether the URL's `branches` option includes a branch. */
export function includesBranch({ query }: WebhookDelivery, branch: string): boolean {
  const branches = query.get('branches');
  return branches === undefined || branches.split(',').some((allowed) => allowed.trim() === branch);
}
