// What an integration is: how the requests of one service become messages.

import { type ApiError, badRequest } from '../../api-contract/error.ts';
import { limits } from '../../api-contract/limits.ts';
import type { Field } from './field.ts';
import type { KeySignature } from './key-signatures.ts';
import { MissingEventHeader } from './refusals.ts';
import type { Signature } from './signatures.ts';

/** What a service sent. */
export interface Delivery {
  readonly payload: Field;
  /** By their names in lower case. */
  readonly headers: ReadonlyMap<string, string>;
  /** What stands in the address beside the general parameters. */
  readonly query: ReadonlyMap<string, string>;
  /** The configuration of the bot. */
  readonly config: ReadonlyMap<string, string>;
  /** The topic that the address names, in place of the integration's own. */
  readonly topic: string | undefined;
}

/** A message to be. */
export interface Announcement {
  /** What filters in the address look at; one of the integration's `events` where it lists them. */
  readonly event: string;
  readonly topic: string;
  readonly content: string;
  /** In place of the channel that the address names. */
  readonly channel?: string;
  /** Where the address names no channel: the name of one that may be there, and the topic in it. */
  readonly channelByDefault?: { readonly name: string; readonly topic: string };
}

/** What is answered to a service that asks whether somebody is there, in place of a message. */
export interface Reply {
  readonly challenge: string;
}

/** How a service marks a delivery that it sends once more because the first answer was late or lost. */
export interface Retry {
  /** The same for all attempts of one delivery. */
  readonly id: string;
  /** Whether this attempt is not the first. */
  readonly isAgain: boolean;
}

/** Something that clients ask for when a bot is made. */
export interface Option {
  readonly key: string;
  readonly label: string;
}

/** How the requests of one service become messages. */
export interface Integration {
  /** As it stands in its address. */
  readonly name: string;
  readonly displayName: string;
  /** The name in the client of messages and in refusals; else that which is displayed, without spaces. */
  readonly calls?: string;
  /** Everything that filters can name; undefined: it tells no events apart. */
  readonly events?: readonly string[];
  /** How the service shows that a request is its own, where it can. */
  readonly signature?: Signature;
  /** The same by a key pair, whose public key stands at an address. */
  readonly keySignature?: KeySignature;
  /** Which attempt of which delivery a request is, where the service says so. */
  readonly retry?: (delivery: Delivery) => Retry | undefined;
  /** What is set on the bot, beside the secret of the signature. */
  readonly config?: readonly Option[];
  /** What may stand in the address. */
  readonly inAddress?: readonly Option[];
  /** The text is what somebody wrote for this place: it may mention people. */
  readonly speaksFreely?: true;
  /** A mention of everyone that the bot may not make notifies nobody, in place of refusing the message. */
  readonly softensMentions?: true;
  /**
   * What a request says; nothing where it is of no interest.
   * @throws `UnreadablePayload`, `UnsupportedEvent`, `MissingEventHeader`, and 400 where it says too much
   */
  read(delivery: Delivery): Announcement | readonly Announcement[] | Reply | undefined;
}

/** The name of an integration where a client or a refusal names it. */
export function calledName({ calls, displayName }: Integration): string {
  return calls ?? displayName.replaceAll(/[^A-Za-z0-9]/g, '');
}

/** A request says more than it may. */
export function tooManyMessages(): ApiError {
  return badRequest(`One request becomes at most ${limits.messagesPerWebhook} messages.`);
}

/** A list of which each item becomes a message. @throws 400 where they are too many, before any is made */
export function messagesOf(list: readonly Field[]): readonly Field[] {
  if (list.length > limits.messagesPerWebhook) throw tooManyMessages();
  return list;
}

/** The header that names the event. @throws `MissingEventHeader` */
export function eventHeader({ headers }: Delivery, name: string): string {
  const event = headers.get(name.toLowerCase());
  if (event === undefined || event === '') throw new MissingEventHeader(name);
  return event;
}

/** The option by which an address names the branches that are told of. */
export const branchesOption: Option = {
  key: 'branches',
  label: 'Branches, separated by commas (all by default)',
};

/** Whether a branch is to be told of. */
export function isWantedBranch({ query }: Delivery, branch: string): boolean {
  const wanted = query.get('branches');
  return wanted === undefined || wanted.split(',').some((one) => one.trim() === branch);
}
