// Why something was refused, where the code of the refusal says enough.

export const refusals = {
  'refusal.badImage': 'This file is no picture that can be read.',
  'refusal.channelExists': 'There is a channel of this name already.',
  'refusal.changedMeanwhile': 'Somebody else changed it meanwhile. Look at it again before you save.',
  'refusal.gone': 'Somebody else has taken it away meanwhile.',
  'refusal.fault': 'The server has a fault. Whoever runs it finds it in its log.',
  'refusal.notConfirmed': 'Nothing was changed: you did not confirm that it is you.',
  'refusal.tooOften': 'That was too often in a short time. Try again in a moment.',
  'refusal.tooLarge': 'This is larger than the server takes.',
  'refusal.tryAgain': 'The server cannot do it at the moment. Nothing was changed; try again.',
} as const;
