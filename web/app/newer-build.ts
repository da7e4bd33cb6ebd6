// Offers to reload the page when the server has a newer client. It never reloads on its own.

import { useEffect } from 'preact/hooks';
import { showOffer } from '../components/status-line.tsx';
import { watchForNewerBuild } from '../data/newer-build.ts';
import type { Organization } from '../data/organization.ts';
import { t } from '../i18n/texts.ts';

export function useNewerBuild(organization: Organization): void {
  useEffect(() => {
    const unmounted = new AbortController();
    const offerReload = () =>
      showOffer(t('frame.newVersion'), { label: t('frame.reload'), onChoose: () => location.reload() });
    const check = watchForNewerBuild(offerReload, unmounted.signal);
    // A restarted server may have another client.
    const stop = organization.on('restart', check);
    return () => {
      unmounted.abort();
      stop();
    };
  }, [organization]);
}
