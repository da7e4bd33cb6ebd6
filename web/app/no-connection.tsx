// The line that says that the server does not answer at the moment.

import { Icon } from '../components/icon.tsx';
import { useServer } from '../components/needs-server.tsx';
import { t } from '../i18n/words.ts';

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
