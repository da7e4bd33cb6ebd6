// How one logs in: by which address, which password, with what else, and with which browsers one is logged in.

import { OwnAddress, OwnPassword } from './own-log-in.tsx';
import { OwnSessions } from './own-sessions.tsx';
import { TwoFactor } from './two-factor.tsx';

export function SecuritySection() {
  return (
    <div class="own">
      <OwnAddress />
      <OwnPassword />
      <TwoFactor />
      <OwnSessions />
    </div>
  );
}
