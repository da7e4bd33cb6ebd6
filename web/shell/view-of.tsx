// The screen of a view.

import { EmptyState } from '../parts/empty-state.tsx';
import { t } from '../words/words.ts';
import type { Shown } from './use-view.ts';

export function ViewOf({ shown }: { readonly shown: Shown }) {
  switch (shown.view?.kind) {
    default:
      return <EmptyState icon="info" text={t('shell.notFound')} />;
  }
}
