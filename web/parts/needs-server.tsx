// Controls that need the server cannot be used while it does not answer. The page says whether it does; what saves itself, or
// does something at once, stands in `NeedsServer`, and other controls ask `useServer`.

import { type ComponentChildren, createContext } from 'preact';
import { useContext, useEffect, useRef } from 'preact/hooks';
import { t } from '../words/words.ts';

/** Whether the server answers. */
export const ServerContext = createContext(true);

export function useServer(): boolean {
  return useContext(ServerContext);
}

/** Disables every field and button within it while the server does not answer. Its box is not drawn. */
export function NeedsServer({ children }: { readonly children: ComponentChildren }) {
  const isThere = useServer();
  return (
    <fieldset
      class="needs-server"
      role="presentation"
      disabled={!isThere}
      {...(!isThere && { title: t('parts.needsServer') })}
    >
      {children}
    </fieldset>
  );
}

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

/** Says why a form cannot be sent at the moment. */
export function ServerNeeded() {
  const isThere = useServer();
  return isThere ? null : <p class="server-needed">{t('parts.needsServer')}</p>;
}
