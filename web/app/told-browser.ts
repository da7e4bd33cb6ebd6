// Keeps this browser's push subscription valid; the code for it is loaded only if there is one.

import { useEffect } from 'preact/hooks';
import type { Organization } from '../data/organization.ts';
import { toldHere } from '../data/told-mark.ts';

export function useToldBrowser(organization: Organization): void {
  useEffect(() => {
    if (toldHere()) void import('../data/told-browser.ts').then(({ followTold }) => followTold(organization));
  }, [organization]);
}
