// Controls that need the server cannot be used while it does not answer. The page says whether it does; what saves itself, or
// does something at once, stands in `NeedsServer`, and other controls ask `useServer`.

import { type ComponentChildren, createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { t } from '../i18n/words.ts';

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

/** Says why a form cannot be sent at the moment. */
export function ServerNeeded() {
  const isThere = useServer();
  return isThere ? null : <p class="server-needed">{t('parts.needsServer')}</p>;
}
