// The composer below a screen that is not a conversation, while something is being written there.

import { useLayoutEffect } from 'preact/hooks';
import { ComposerView } from '../composer/composer-view.tsx';
import { useComposer } from '../composer/use-composer.ts';
import { useOrganization } from '../hooks/use-organization.ts';
import { OutgoingMessages } from '../message-list/outgoing.tsx';
import { composerOf } from './composer-of.ts';

export function ComposerBelow() {
  const composer = composerOf(useOrganization());
  useComposer(composer);
  // A layout effect, so that text typed as soon as the screen is visible is kept.
  useLayoutEffect(() => composer.follow(undefined), [composer]);
  return (
    <div class="below-feed">
      <OutgoingMessages composer={composer} />
      {composer.isOpen && !composer.isForView && <ComposerView composer={composer} />}
    </div>
  );
}
