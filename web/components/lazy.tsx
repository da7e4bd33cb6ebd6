// Components in chunks of their own, for screens that few people open; loaded when first shown.

import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { t } from '../i18n/texts.ts';
import { Button } from './button.tsx';
import { EmptyState } from './empty-state.tsx';
import { loadSecondary } from './lazy-chunks.ts';
import { useRetry } from './use-retry.ts';

interface LazyState<P> {
  readonly Shown: ComponentType<P> | undefined;
  readonly hasFailed: boolean;
  readonly fetch: () => void;
}

/** A hook that loads a component, and tries again after a failure. */
function lazyHook<P>(
  load: () => Promise<ComponentType<P>>,
  loadWithTexts: typeof loadSecondary,
): () => LazyState<P> {
  let loaded: ComponentType<P> | undefined;
  return () => {
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
      // Another instance may have loaded the part since this one was rendered.
      if (loaded) setShown(() => loaded);
      else fetch();
    }, []);
    useRetry(hasFailed, fetch);
    return { Shown, hasFailed, fetch };
  };
}

/**
 * A component that is loaded when first shown. `loadWithTexts` loads what comes with it, if that is more than the
 * default texts and styles.
 */
export function lazy<P extends object>(
  load: () => Promise<ComponentType<P>>,
  loadWithTexts: typeof loadSecondary = loadSecondary,
): ComponentType<P> {
  const useLazy = lazyHook(load, loadWithTexts);
  return function Lazy(props: P) {
    const { Shown, hasFailed, fetch } = useLazy();
    if (Shown) return <Shown {...props} />;
    if (!hasFailed) {
      return (
        <p class="loading" aria-busy="true">
          {t('common.loading')}
        </p>
      );
    }
    return (
      <EmptyState icon="no-connection" title={t('frame.unreachable')}>
        <Button onClick={fetch}>{t('common.retry')}</Button>
      </EmptyState>
    );
  };
}

/** A lazy component for an additional part of a view. Nothing is shown in its place until it is loaded. */
export function lazyPart<P extends object>(
  load: () => Promise<ComponentType<P>>,
  loadWithTexts: typeof loadSecondary = loadSecondary,
): ComponentType<P> {
  const useLazy = lazyHook(load, loadWithTexts);
  return function LazyPart(props: P) {
    const { Shown } = useLazy();
    return Shown ? <Shown {...props} /> : null;
  };
}
