// A line that shows while the server cannot be reached.

import { Icon } from '../components/icon.tsx';
import { useIsServerReachable } from '../components/needs-server.tsx';
import { t } from '../i18n/texts.ts';

export function NoConnection() {
  const isReachable = useIsServerReachable();
  // Always rendered, so that screen readers announce changes of its content.
  return (
    <div role="status" class="no-connection">
      {!isReachable && (
        <>
          <Icon name="no-connection" />
          <span>{t('frame.offline')}</span>
        </>
      )}
    </div>
  );
}
