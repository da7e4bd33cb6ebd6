// English texts for errors whose code is enough to explain them.

export const refusals = {
  'refusal.badImage': 'This file isn’t an image that can be read.',
  'refusal.channelExists': 'A channel with this name already exists.',
  'refusal.changedMeanwhile': 'Someone else changed this. Check it before you save.',
  'refusal.gone': 'Someone else removed this.',
  'refusal.fault': 'Something went wrong on the server. Ask your administrator to check its log.',
  'refusal.notConfirmed': 'Nothing was changed because you didn’t confirm it’s you.',
  'refusal.tooOften': 'Too many attempts. Try again in a moment.',
  'refusal.tooLarge': 'This is too large for the server.',
  'refusal.tryAgain': 'The server can’t do this right now. Nothing was changed. Try again.',
} as const;
