// Disables controls while the server cannot be reached. Controls that save or act immediately are wrapped in
// `NeedsServer`; others use `useIsServerReachable`.

import { type ComponentChildren, createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { t } from '../i18n/texts.ts';

/** Whether the server can be reached. */
export const ServerReachableContext = createContext(true);

export function useIsServerReachable(): boolean {
  return useContext(ServerReachableContext);
}

/** Disables all fields and buttons within it while the server cannot be reached. It has no box of its own. */
export function NeedsServer({ children }: { readonly children: ComponentChildren }) {
  const isReachable = useIsServerReachable();
  return (
    <fieldset
      class="needs-server"
      role="presentation"
      disabled={!isReachable}
      {...(!isReachable && { title: t('common.needsServer') })}
    >
      {children}
    </fieldset>
  );
}

/** Explains why a form cannot be submitted at the moment. */
export function ServerNeededNote() {
  const isReachable = useIsServerReachable();
  return isReachable ? null : <p class="server-needed">{t('common.needsServer')}</p>;
}
