// The drafts screen. Opening a draft goes to its conversation.

import { destinationOfDraft } from '../composer/composer.ts';
import { DraftsView } from '../composer/drafts-view.tsx';
import { useOrganization } from '../hooks/use-organization.ts';
import { termsOf } from '../lib/destination.ts';
import { addressOfNarrow } from '../store/narrow-targets.ts';
import { composerOf } from './composer-of.ts';

export function DraftsScreen() {
  const organization = useOrganization();
  const composer = composerOf(organization);
  function open(draftId: number) {
    const draft = composer.drafts.all.find(({ id }) => id === draftId);
    if (!draft) return;
    const destination = destinationOfDraft(draft, organization.ownId);
    const isComplete = destination.kind === 'direct' || destination.channelId !== undefined;
    const terms = isComplete ? termsOf(destination, organization.ownId) : [];
    location.hash = addressOfNarrow(terms, organization.state);
    // The view must have changed first, because changing it puts the text of the conversation into the composer.
    setTimeout(() => composer.openDraft(draft));
  }
  return <DraftsView composer={composer} onOpen={open} />;
}
