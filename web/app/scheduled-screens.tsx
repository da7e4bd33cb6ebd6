// The screens of scheduled messages and reminders. Continuing a message goes to its conversation.

import { RemindersView, ScheduledView } from '../composer/scheduled-views.tsx';
import { useOrganization } from '../hooks/use-organization.ts';
import { type Destination, termsOf } from '../lib/destination.ts';
import { addressOfNarrow } from '../store/narrow-targets.ts';
import { composerOf } from './composer-of.ts';

export function ScheduledScreen() {
  const organization = useOrganization();
  function continueWriting(destination: Destination, content: string) {
    location.hash = addressOfNarrow(termsOf(destination, organization.ownId), organization.state);
    // The view must have changed first, because changing it puts the text of the conversation into the composer.
    setTimeout(() => composerOf(organization).open(destination, content));
  }
  return <ScheduledView onWrite={continueWriting} />;
}

export function RemindersScreen() {
  return <RemindersView />;
}
