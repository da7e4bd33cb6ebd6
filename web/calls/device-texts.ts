// Says why a microphone, a camera or the screen cannot be used, and what to do.

import { showError } from '../components/status-line.tsx';
import { t } from '../i18n/texts.ts';
import { DeviceError, type DeviceProblem } from '../lib/device-error.ts';
import { callErrorText } from './call-error-text.ts';

const texts = {
  microphone: {
    insecure: 'call.needsHttps',
    refused: 'call.microphoneRefused',
    missing: 'call.noMicrophone',
    busy: 'call.microphoneBusy',
  },
  camera: {
    insecure: 'call.needsHttps',
    refused: 'call.cameraRefused',
    missing: 'call.noCamera',
    busy: 'call.cameraBusy',
  },
  screen: {
    insecure: 'call.needsHttps',
    refused: 'call.screenRefused',
    missing: 'call.screenNotPossible',
    busy: 'call.screenRefusedBySystem',
  },
} as const;

/** Why others do not hear this person. */
export function microphoneProblemText(problem: DeviceProblem): string {
  return problem === 'cancelled' ? '' : t(texts.microphone[problem]);
}

/** Reports why something could not be switched on: the device, or the server's refusal. */
export function showDeviceProblem(error: unknown): void {
  if (error instanceof DeviceError) {
    // Who chooses no screen knows it.
    if (error.problem !== 'cancelled') showError(t(texts[error.medium][error.problem]));
    return;
  }
  const { text, lang } = callErrorText(error);
  showError(text, undefined, lang);
}
