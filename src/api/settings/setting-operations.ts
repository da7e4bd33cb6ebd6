// Operations on personal settings.

import { runZcommand } from '../slash-commands/run-zcommand.ts';
import { dismissOnboardingStep } from './dismiss-onboarding-step.ts';
import { updateDefaultSettings } from './update-default-settings.ts';
import { updateSettings } from './update-settings.ts';

export const settingOperations = [updateSettings, updateDefaultSettings, dismissOnboardingStep, runZcommand];
