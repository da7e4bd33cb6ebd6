import { dismissOnboardingStep } from './dismiss-onboarding-step.ts';
import { runZcommand } from './run-zcommand.ts';
import { updateDefaultSettings } from './update-default-settings.ts';
import { updateSettings } from './update-settings.ts';

export const settingOperations = [updateSettings, updateDefaultSettings, dismissOnboardingStep, runZcommand];
