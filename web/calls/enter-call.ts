// Starts or joins a call with this device, and says why that failed or why the call ended.

import { ParleyError } from '../../client/parley-error.ts';
import { hasDevices } from '../components/devices.ts';
import { showError, showStatus } from '../components/status-line.tsx';
import { t } from '../i18n/texts.ts';
import { callErrorText } from './call-error-text.ts';
import { callServer } from './call-server.ts';
import { CallSession, type CallTarget, type EndReason } from './call-session.ts';
import { holdSession, tabPlatform } from './call-tabs.ts';
import type { Calls } from './calls.ts';
import { showDeviceProblem } from './device-texts.ts';
import { makeEngine } from './make-engine.ts';
import { type StartOptions, startState } from './start-options.ts';

/** Starts or joins a call. The call that this page is in is left. */
export async function enterCall(calls: Calls, target: CallTarget, options: StartOptions): Promise<void> {
  if (!hasDevices() || !('RTCPeerConnection' in globalThis)) {
    showError(t(isSecureContext ? 'call.notSupported' : 'call.needsHttps'));
    return;
  }
  const { organization, current } = calls;
  if (target.kind === 'call' && current?.callId === target.id && current.phase !== 'ended') {
    calls.isLarge = true;
    return;
  }
  const { isMuted, hasCamera } = startState(organization.state, target, options);
  current?.leave();
  const server = callServer(organization);
  const platform = tabPlatform();
  const session: CallSession = new CallSession({
    organization,
    server,
    target,
    takesOver: options.takesOver ?? false,
    isMuted,
    makeEngine: (joined, listener) => makeEngine(server, joined, listener),
    hold: (callId, id) => (platform ? holdSession(platform, callId, id) : () => undefined),
    onEnd: (reason) => {
      if (calls.current === session) calls.current = undefined;
      ended(calls, target, options, reason);
    },
  });
  calls.current = session;
  await session.join();
  if (hasCamera && session.phase === 'in') await session.setOn('camera', true).catch(showDeviceProblem);
}

function ended(calls: Calls, target: CallTarget, options: StartOptions, reason: EndReason): void {
  if (reason === 'left') return;
  if (reason === 'over') showStatus(t('call.ended'));
  else if (reason === 'elsewhere') showStatus(t('call.takenOver'));
  else if (reason === 'unreachable') showError(t('call.serverLost'));
  else if (reason.error instanceof ParleyError && reason.error.code === 'CALL_ELSEWHERE') {
    showStatus(t('call.elsewhere'), {
      label: t('call.takeOver'),
      onChoose: () => void enterCall(calls, target, { ...options, takesOver: true }),
    });
  } else {
    const { text, lang } = callErrorText(reason.error);
    showError(text, undefined, lang);
  }
}
