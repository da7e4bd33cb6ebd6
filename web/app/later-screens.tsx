// The screens of what waits for its time. What is written on goes back to where it belongs.

import { RemindersView, ScheduledView } from '../composer/later-views.tsx';
import { useOrganization } from '../hooks/use-organization.ts';
import { type Destination, termsOf } from '../lib/destination.ts';
import { addressOfNarrow } from '../store/places.ts';
import { composerOf } from './composer-of.ts';

export function ScheduledScreen() {
  const organization = useOrganization();
  function writeOn(destination: Destination, content: string) {
    location.hash = addressOfNarrow(termsOf(destination, organization.ownId), organization.state);
    // Once the view is there, since it brings the conversation's own text with it.
    setTimeout(() => composerOf(organization).open(destination, content));
  }
  return <ScheduledView onWrite={writeOn} />;
}

export function RemindersScreen() {
  return <RemindersView />;
}
