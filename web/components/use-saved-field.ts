// A text field that saves itself and keeps its text while the server cannot be reached.

import { useEffect, useRef } from 'preact/hooks';
import { t } from '../i18n/texts.ts';
import { useIsServerReachable } from './needs-server.tsx';

/**
 * Properties of a text field that saves itself when it is left. While the server cannot be reached, it is
 * read-only but keeps its focus and text; if it was left in that time, it is saved once the server answers.
 */
export function useSavedField(save: () => void) {
  const isReachable = useIsServerReachable();
  const wasLeft = useRef(false);
  const latest = useRef(save);
  latest.current = save;
  useEffect(() => {
    if (!isReachable || !wasLeft.current) return;
    wasLeft.current = false;
    latest.current();
  }, [isReachable]);
  return {
    readOnly: !isReachable,
    ...(!isReachable && { title: t('common.needsServer') }),
    onChange: () => isReachable && save(),
    onBlur() {
      wasLeft.current = !isReachable;
    },
  };
}
