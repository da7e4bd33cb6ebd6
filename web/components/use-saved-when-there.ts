// A text field that saves itself, while the server is away: it keeps what was typed.

import { useEffect, useRef } from 'preact/hooks';
import { t } from '../i18n/words.ts';
import { useServer } from './needs-server.tsx';

/**
 * For a text field that saves itself when it is left. While the server does not answer it cannot be written in, but keeps the
 * focus and what stands in it; where it was left meanwhile, it is saved once the server answers.
 */
export function useSavedWhenThere(save: () => void) {
  const isThere = useServer();
  const wasLeft = useRef(false);
  const latest = useRef(save);
  latest.current = save;
  useEffect(() => {
    if (!isThere || !wasLeft.current) return;
    wasLeft.current = false;
    latest.current();
  }, [isThere]);
  return {
    readOnly: !isThere,
    ...(!isThere && { title: t('parts.needsServer') }),
    onChange: () => isThere && save(),
    onBlur() {
      wasLeft.current = !isThere;
    },
  };
}
