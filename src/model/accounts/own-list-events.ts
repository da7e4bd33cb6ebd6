// Events with a whole list of an account's own: its alert words, and the introductions that it has not seen.

import { anyText, type Decoded, list, oneOf, record } from '../../api-contract/codec.ts';
import type { NewEvent } from '../../api-contract/event.ts';
import { eventType, newEvent, newPersonalEvent } from '../../api-contract/event-declaration.ts';

export const alertWordsEvent = eventType(
  'alert_words',
  'Your alert words changed. Contains the whole list.',
  { alert_words: list(anyText) },
);

export const onboardingStepSchema = record({
  type: oneOf('one_time_notice', 'one_time_action'),
  name: anyText,
});

export const onboardingStepsEvent = eventType(
  'onboarding_steps',
  'Your onboarding steps changed. Contains those that you have not seen.',
  { onboarding_steps: list(onboardingStepSchema) },
);

/** @param words all alert words of the account after a change */
export function alertWordsChanged(accountId: number, words: readonly string[]): NewEvent {
  return newEvent(
    alertWordsEvent,
    { alert_words: words },
    { audience: { kind: 'accounts', ids: [accountId] }, touches: { alertWords: true } },
  );
}

/** @param steps the introductions that the account has not seen */
export function onboardingStepsChanged(
  accountId: number,
  steps: readonly Readonly<Decoded<typeof onboardingStepSchema>>[],
): NewEvent {
  return newPersonalEvent(onboardingStepsEvent, accountId, { onboarding_steps: steps });
}
