// Components in chunks of their own, for screens that few people open; loaded when first shown.

import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { t } from '../i18n/texts.ts';
import { Button } from './button.tsx';
import { EmptyState } from './empty-state.tsx';
import { loadSecondary } from './lazy-chunks.ts';
import { useRetry } from './use-retry.ts';

/**
 * A component that is loaded when first shown. `loadWithTexts` loads what comes with it, if that is more than the
 * default texts and styles.
 */
export function lazy<P extends object>(
  load: () => Promise<ComponentType<P>>,
  loadWithTexts: typeof loadSecondary = loadSecondary,
): ComponentType<P> {
  let loaded: ComponentType<P> | undefined;
  return function Lazy(props: P) {
    const [Shown, setShown] = useState(() => loaded);
    const [hasFailed, setFailed] = useState(false);
    function fetch() {
      setFailed(false);
      loadWithTexts(load).then(
        (component) => {
          loaded = component;
          setShown(() => component);
        },
        () => setFailed(true),
      );
    }
    useEffect(() => {
      // Another instance may have loaded it since this one was rendered.
      if (loaded) setShown(() => loaded);
      else fetch();
    }, []);
    useRetry(hasFailed, fetch);
    if (Shown) return <Shown {...props} />;
    if (!hasFailed) {
      return (
        <p class="loading" aria-busy="true">
          {t('parts.loading')}
        </p>
      );
    }
    return (
      <EmptyState icon="no-connection" title={t('shell.unreachable')}>
        <Button onClick={fetch}>{t('parts.retry')}</Button>
      </EmptyState>
    );
  };
}
