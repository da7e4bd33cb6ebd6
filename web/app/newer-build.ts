// Says when the server has a newer client than the page, which then offers to load it; it never does so by itself.

import { useEffect } from 'preact/hooks';
import { offer } from '../components/status-line.tsx';
import { watchForNewerBuild } from '../data/newer-build.ts';
import type { Organization } from '../data/organization.ts';
import { t } from '../i18n/words.ts';

export function useNewerBuild(organization: Organization): void {
  useEffect(() => {
    const gone = new AbortController();
    const say = () =>
      offer(t('shell.newVersion'), { label: t('shell.reload'), onChoose: () => location.reload() });
    const look = watchForNewerBuild(say, gone.signal);
    // A server that was started anew may have another client.
    const stop = organization.on('restart', look);
    return () => {
      gone.abort();
      stop();
    };
  }, [organization]);
}
