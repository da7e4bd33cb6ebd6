// What stands above the whole page goes by the way back of the browser, which is how one leaves anything on a phone.

import { useEffect } from 'preact/hooks';

/** Closes something by the way back, from when it is shown. However it goes, one way back from then on leads to what was before. */
export function useBack(onBack: () => void): void {
  useEffect(() => {
    const mark = crypto.getRandomValues(new Uint32Array(1))[0];
    history.pushState({ above: mark }, '');
    addEventListener('popstate', onBack);
    return () => {
      removeEventListener('popstate', onBack);
      // Whoever goes on to another view is past it.
      if ((history.state as { readonly above?: number } | null)?.above === mark) history.back();
    };
  }, []);
}
