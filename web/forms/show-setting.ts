// Shows the setting that an address names.

import type { RefObject } from 'preact';
import { useEffect } from 'preact/hooks';

/** The elements of a setting that can have the focus. */
const CONTROLS = 'input, select, textarea, button';

/** Scrolls to the setting and focuses its control, as soon as it is rendered: sections are loaded when opened. */
export function useShownSetting(page: RefObject<HTMLElement | null>, name: string): void {
  useEffect(() => {
    if (name === '' || !page.current) return undefined;
    const show = (): boolean => {
      const row = page.current?.querySelector(`[data-setting="${CSS.escape(name)}"]`);
      row?.scrollIntoView({ block: 'center' });
      row?.querySelector<HTMLElement>(CONTROLS)?.focus({ preventScroll: true });
      return row !== null && row !== undefined;
    };
    if (show()) return undefined;
    const observer = new MutationObserver(() => show() && observer.disconnect());
    observer.observe(page.current, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, [name]);
}
