// The texts about failed outgoing webhooks: a short one in the conversation, details for the bot's owner only.

export interface CallFailure {
  /** The text that the bot posts in the conversation. */
  readonly publicText: string;
  /** The details for the owner, as lines of Markdown. */
  readonly ownerLines: readonly string[];
}

const SHOWN_CHARACTERS = 1000;

/** Untrusted text in a code block that it cannot break out of. */
function payload(body: string): string[] {
  const beginning = [...body].slice(0, SHOWN_CHARACTERS).join('');
  const longest = Math.max(2, ...[...beginning.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return ['The response contains the following payload:', fence, beginning, fence];
}

/** A bot with a Slack webhook got a direct message, which Slack's format does not support. */
export const noDirectMessages: CallFailure = {
  publicText: "Failure! Slack outgoing webhooks don't support direct messages.",
  ownerLines: [],
};

/** The response has an error status. */
export function errorStatusFailure(status: number, body: string): CallFailure {
  return {
    publicText: `Failure! Third party responded with ${status}`,
    ownerLines: [`The webhook got a response with status code *${status}*.`, ...payload(body)],
  };
}

/** The response cannot be posted. */
export function unusableAnswerFailure(reason: string, body: string): CallFailure {
  return {
    publicText: `Failure! ${reason}`,
    ownerLines: [
      'The outgoing webhook server attempted to send a message, but that request resulted in the following error:',
      `> ${reason}`,
      ...payload(body),
    ],
  };
}

/** No response arrived in any attempt. */
export function unreachableFailure(reason: string): CallFailure {
  return { publicText: 'Failure! Bot is unavailable', ownerLines: [`No response: ${reason}.`] };
}

/** The call was dropped because too many calls were waiting for the bot. */
export function droppedCallFailure(waiting: number): CallFailure {
  return {
    publicText: 'Failure! Bot is unavailable',
    ownerLines: [
      `The call was dropped because ${waiting} calls are already waiting for the bot. More may be dropped.`,
    ],
  };
}

/** The message to the owner. */
export function ownerText(failure: CallFailure, botName: string, messageUrl: string): string {
  const intro = `[A message](${messageUrl}) to your bot @_**${botName}** triggered an outgoing webhook.`;
  return [intro, ...failure.ownerLines].join('\n');
}
