// Keeps the browser told that somebody switched that on for; loaded where that is so.

import { useEffect } from 'preact/hooks';
import type { Organization } from '../data/organization.ts';
import { toldHere } from '../data/told-mark.ts';

export function useToldBrowser(organization: Organization): void {
  useEffect(() => {
    if (toldHere()) void import('../data/told-browser.ts').then(({ followTold }) => followTold(organization));
  }, [organization]);
}
