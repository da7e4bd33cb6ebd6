// POST /users/me/onboarding_steps: marks an introduction as seen.

import { shortText } from '../../api-contract/codec.ts';
import { badRequest } from '../../api-contract/error.ts';
import { required } from '../../api-contract/parameter.ts';
import { isOnboardingStep, remainingSteps } from '../../model/accounts/onboarding.ts';
import { onboardingStepsChanged } from '../../model/accounts/own-list-events.ts';
import { dismissStep, readDismissedSteps } from '../../stores/accounts/onboarding-store.ts';
import { writeOperation } from '../operation.ts';

export const dismissOnboardingStep = writeOperation({
  name: 'dismiss-onboarding-step',
  method: 'POST',
  path: '/users/me/onboarding_steps',
  summary: 'Mark an onboarding step as seen.',
  since: 233,
  access: 'human',
  parameters: { onboarding_step: required(shortText, 'The name of the onboarding step.') },
  result: {},
  async handle(context, { onboarding_step: step }) {
    if (!isOnboardingStep(step)) throw badRequest(`Unknown onboarding_step: ${step}`);
    const { id } = context.actor.account;
    await context.write(async (writer) => {
      await dismissStep(writer, id, step);
      const dismissed = await readDismissedSteps(writer, id);
      writer.emit(onboardingStepsChanged(id, remainingSteps(dismissed)));
    });
    return {};
  },
});
