// Keeps the browser told that somebody switched that on for; loaded where that is so.

import { useEffect } from 'preact/hooks';
import type { Organization } from '../link/organization.ts';
import { toldHere } from '../link/told-mark.ts';

export function useToldBrowser(organization: Organization): void {
  useEffect(() => {
    if (toldHere()) void import('../link/told-browser.ts').then(({ followTold }) => followTold(organization));
  }, [organization]);
}
