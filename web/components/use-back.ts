// Lets the browser's back action close something that covers the page, as is usual on phones.

import { useEffect } from 'preact/hooks';

/**
 * Calls `onBack` when the user goes back. However the component is closed, a single step back then leads to
 * the previous page.
 */
export function useCloseOnBack(onBack: () => void): void {
  useEffect(() => {
    const entryId = crypto.getRandomValues(new Uint32Array(1))[0];
    history.pushState({ above: entryId }, '');
    addEventListener('popstate', onBack);
    return () => {
      removeEventListener('popstate', onBack);
      // After navigating to another view the extra history entry is no longer current.
      if ((history.state as { readonly above?: number } | null)?.above === entryId) history.back();
    };
  }, []);
}
