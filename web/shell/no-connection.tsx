// The line that says that the server cannot be reached at the moment.

import { useRef } from 'preact/hooks';
import { useNoticed, useOrganization } from '../link/use-organization.ts';
import { Icon } from '../parts/icon.tsx';
import { t } from '../words/words.ts';

export function NoConnection() {
  const organization = useOrganization();
  const listen = useRef((listener: () => void) => organization.onConnection(listener));
  const connection = useNoticed(listen.current, () => organization.connection);
  // There from the start, so that what comes into it is read out.
  return (
    <div role="status" class="no-connection">
      {connection === 'interrupted' && (
        <>
          <Icon name="no-connection" />
          <span>{t('shell.offline')}</span>
        </>
      )}
    </div>
  );
}
