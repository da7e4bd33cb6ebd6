// The screen of a view.

import { EmptyState } from '../parts/empty-state.tsx';
import { t } from '../words/words.ts';
import { NarrowView } from './narrow-view.tsx';
import type { Shown } from './use-view.ts';

export function ViewOf({ shown }: { readonly shown: Shown }) {
  switch (shown.view?.kind) {
    case 'narrow':
      return <NarrowView view={shown.view} />;
    default:
      return <EmptyState icon="info" text={t('shell.notFound')} />;
  }
}
