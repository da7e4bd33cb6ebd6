// What is said of a call that went wrong: a word in the conversation, and the particulars to the bot's owner alone.

/** A call that went wrong, in words that may be shown. */
export interface CallFailure {
  /** What the bot says where it was called. */
  readonly said: string;
  /** What its owner is told beyond that, in lines of Markdown. */
  readonly told: readonly string[];
}

const SHOWN_CHARACTERS = 1000;

/** Something that came from outside, in a block that it cannot break out of. */
function payload(body: string): string[] {
  const shown = [...body].slice(0, SHOWN_CHARACTERS).join('');
  const longest = Math.max(2, ...[...shown.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return ['The response contains the following payload:', fence, shown, fence];
}

/** A bot whose webhook takes Slack's form was written to directly, which that form has no words for. */
export const noDirectMessages: CallFailure = {
  said: "Failure! Slack outgoing webhooks don't support direct messages.",
  told: [],
};

/** The address answered with a status that is no success. */
export function refusedWith(status: number, body: string): CallFailure {
  return {
    said: `Failure! Third party responded with ${status}`,
    told: [`The webhook got a response with status code *${status}*.`, ...payload(body)],
  };
}

/** The address answered with something that cannot be posted. */
export function unusableAnswer(problem: string, body: string): CallFailure {
  return {
    said: `Failure! ${problem}`,
    told: [
      'The outgoing webhook server attempted to send a message, but that request resulted in the following error:',
      `> ${problem}`,
      ...payload(body),
    ],
  };
}

/** There was no answer, however often it was tried. */
export function noAnswerFrom(reason: string): CallFailure {
  return { said: 'Failure! Bot is unavailable', told: [`There was no answer: ${reason}.`] };
}

/** So many calls waited for the bot that this one was dropped. */
export function tooManyWaiting(waiting: number): CallFailure {
  return {
    said: 'Failure! Bot is unavailable',
    told: [`It was dropped, as others may be: ${waiting} calls wait for the bot to answer.`],
  };
}

/** What the owner reads. */
export function toldToOwner(failure: CallFailure, botName: string, messageUrl: string): string {
  const intro = `[A message](${messageUrl}) to your bot @_**${botName}** triggered an outgoing webhook.`;
  return [intro, ...failure.told].join('\n');
}
