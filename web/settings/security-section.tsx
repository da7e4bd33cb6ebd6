// The viewer's login settings: address, password, second factor and sessions.

import { OwnAddress, OwnPassword } from './own-login.tsx';
import { OwnSessions } from './own-sessions.tsx';
import { TwoFactor } from './two-factor.tsx';

export function SecuritySection() {
  return (
    <div class="own">
      <div class="settings-card">
        <OwnAddress />
        <OwnPassword />
      </div>
      <TwoFactor />
      <OwnSessions />
    </div>
  );
}
