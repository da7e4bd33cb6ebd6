// The line that says that the server does not answer at the moment.

import { t } from '../i18n/words.ts';
import { Icon } from '../parts/icon.tsx';
import { useServer } from '../parts/needs-server.tsx';

export function NoConnection() {
  const isThere = useServer();
  // There from the start, so that what comes into it is read out.
  return (
    <div role="status" class="no-connection">
      {!isThere && (
        <>
          <Icon name="no-connection" />
          <span>{t('shell.offline')}</span>
        </>
      )}
    </div>
  );
}
