// The inbox, in wide windows with a preview of the chosen conversation beside it, unless a conversation is beside the view.

import { useRef } from 'preact/hooks';
import { lazyPart } from '../components/lazy.tsx';
import { useIsWide, WITH_DETAILS_REM } from '../components/use-wide.ts';
import { besideAddress } from '../data/beside-address.ts';
import { useOrganization, useOrganizationState, useSubscribed } from '../hooks/use-organization.ts';
import { Inbox } from '../inbox/inbox.tsx';
import { rowChoiceOf } from '../inbox/row-choice.ts';
import { isFirstRun } from './is-first-run.ts';

const FirstRun = lazyPart(async () => (await import('../first-run/first-run.tsx')).FirstRun);
const ConversationPreview = lazyPart(
  async () => (await import('./conversation-preview.tsx')).ConversationPreview,
);

/** A component of its own, so that the rows are not rendered again when another one is chosen. */
function Preview() {
  const choice = rowChoiceOf(useOrganization(), 'inbox');
  const listen = useRef((listener: () => void) => choice.listen(listener));
  const chosenRow = useSubscribed(listen.current, () => choice.chosen);
  return chosenRow ? <ConversationPreview key={chosenRow.key} conversation={chosenRow.conversation} /> : null;
}

export function InboxScreen() {
  const isWide = useIsWide(WITH_DETAILS_REM);
  return (
    <div class="with-preview">
      <Inbox above={useOrganizationState(isFirstRun) && <FirstRun />} />
      {isWide && besideAddress() === '' && <Preview />}
    </div>
  );
}
