// Screens that few people open are parts of the program of their own, loaded when they are first shown.

import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { t } from '../i18n/words.ts';
import { Button } from './button.tsx';
import { EmptyState } from './empty-state.tsx';
import { further } from './further.ts';
import { useTryAgain } from './use-try-again.ts';

/**
 * A component that is loaded when it is first shown; how to load it stands where it is used, and what comes with it where
 * that is more than few people's screens have in common.
 */
export function lazy<P extends object>(
  load: () => Promise<ComponentType<P>>,
  withOthers: typeof further = further,
): ComponentType<P> {
  let loaded: ComponentType<P> | undefined;
  return function Lazy(props: P) {
    const [Shown, setShown] = useState(() => loaded);
    const [hasFailed, setFailed] = useState(false);
    function fetch() {
      setFailed(false);
      withOthers(load).then(
        (component) => {
          loaded = component;
          setShown(() => component);
        },
        () => setFailed(true),
      );
    }
    useEffect(() => {
      // It may have come for another one of these since this was drawn.
      if (loaded) setShown(() => loaded);
      else fetch();
    }, []);
    useTryAgain(hasFailed, fetch);
    if (Shown) return <Shown {...props} />;
    if (!hasFailed) {
      return (
        <p class="loading" aria-busy="true">
          {t('parts.loading')}
        </p>
      );
    }
    return (
      <EmptyState icon="no-connection" text={t('shell.unreachable')}>
        <Button onClick={fetch}>{t('parts.retry')}</Button>
      </EmptyState>
    );
  };
}
