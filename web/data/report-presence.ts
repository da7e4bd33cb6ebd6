// Reports once a minute that the account is present, and receives the presence of others. Idle means no input
// for a while.

import type { Organization } from './organization.ts';

const REPORT_MILLISECONDS = 60_000;
const IDLE_AFTER_MILLISECONDS = 5 * 60_000;

/** Reports until the signal is aborted. */
export function reportPresence(organization: Organization, signal: AbortSignal): void {
  let touchedAt = Date.now();
  let lastUpdate = organization.state.presence_last_update_id ?? -1;
  const options = { signal, passive: true, capture: true };
  for (const type of ['pointermove', 'pointerdown', 'keydown', 'wheel', 'focus'] as const) {
    addEventListener(
      type,
      () => {
        touchedAt = Date.now();
      },
      options,
    );
  }
  const report = async () => {
    const isIdle = !document.hasFocus() || Date.now() - touchedAt > IDLE_AFTER_MILLISECONDS;
    const answer = await organization.client.call('update-presence', {
      status: isIdle ? 'idle' : 'active',
      last_update_id: lastUpdate,
    });
    lastUpdate = answer.presence_last_update_id ?? lastUpdate;
    organization.takePresences(answer);
  };
  // The next report makes up for one that failed.
  const attempt = () => void report().catch(() => undefined);
  const timer = setInterval(attempt, REPORT_MILLISECONDS);
  signal.addEventListener('abort', () => clearInterval(timer));
  attempt();
}
