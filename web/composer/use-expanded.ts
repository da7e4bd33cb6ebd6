// Whether the composer shows all of its tools on phones, where it is a single line until its text field is used.

import type { TargetedFocusEvent } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';

/**
 * Expanded from the moment one of the fields is focused until something else in the view is focused or pressed. The
 * focus alone does not decide: a button would move away while it is being pressed, and menus and cards take the
 * focus for a moment.
 */
export function useExpanded() {
  const form = useRef<HTMLFormElement>(null);
  const [isExpanded, setExpanded] = useState(false);
  useEffect(() => {
    const main = form.current?.closest('main');
    if (!isExpanded || !main) return undefined;
    const collapse = ({ type, target }: Event) => {
      // Until the button of the mouse is released, nothing may move away from below it.
      if (type === 'focusin' && main.matches(':active')) return;
      if (!form.current?.contains(target as Node)) setExpanded(false);
    };
    main.addEventListener('focusin', collapse);
    main.addEventListener('click', collapse);
    return () => {
      main.removeEventListener('focusin', collapse);
      main.removeEventListener('click', collapse);
    };
  }, [isExpanded]);
  return {
    form,
    isExpanded,
    onFocusIn(event: TargetedFocusEvent<HTMLFormElement>) {
      if (event.target instanceof Element && event.target.matches('textarea, input')) setExpanded(true);
    },
  };
}
