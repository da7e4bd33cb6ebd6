// The conversation of the chosen row, beside the list of the inbox. It marks nothing as read, and can be replied to.

import { useEffect, useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { Button } from '../components/button.tsx';
import { ComposerView } from '../composer/composer-view.tsx';
import { PostingNotice, useIsForbidden } from '../composer/posting-notice.tsx';
import { useComposer } from '../composer/use-composer.ts';
import { KeyScope, useKeys } from '../data/key-actions.ts';
import { outboxOf } from '../data/outbox-of.ts';
import { useOrganization, useOrganizationState } from '../hooks/use-organization.ts';
import { t } from '../i18n/texts.ts';
import { destinationOf, isForView, isSameDestination } from '../lib/destination.ts';
import { Feed } from '../message-list/feed.tsx';
import { FeedController } from '../message-list/feed-controller.ts';
import { OutgoingMessages } from '../message-list/outgoing.tsx';
import { channelName, targetName } from '../store/names.ts';
import { addressOf, type Conversation, narrowOf } from '../store/narrow-targets.ts';
import { composerOf } from './composer-of.ts';
import { narrowScreen } from './narrow-screen.ts';

function PreviewHead({ conversation }: { readonly conversation: Conversation }) {
  const name = useOrganizationState((state) => targetName(conversation, state, ''));
  const channel = useOrganizationState((state) =>
    conversation.kind === 'topic' ? channelName(state, conversation.channelId) : '',
  );
  const address = useOrganizationState((state) => addressOf(conversation, state));
  return (
    <header>
      <div>
        <span class="where" dir="auto">
          {channel || t('frame.directShort')}
        </span>
        <h2 dir="auto">{name}</h2>
      </div>
      <a class="button" href={address}>
        {t('lists.open')}
      </a>
    </header>
  );
}

/** The composer once a reply was begun, and before that a button. */
function Reply({ conversation }: { readonly conversation: Conversation }) {
  const organization = useOrganization();
  const composer = composerOf(organization);
  useComposer(composer);
  const name = useOrganizationState((state) => targetName(conversation, state, ''));
  const destination = destinationOf(narrowOf(conversation), organization.ownId);
  const isForbidden = useIsForbidden(destination);
  function begin() {
    if (!destination || isForbidden) return;
    composer.follow(destination);
    composer.open(destination);
  }
  useKeys({ rowReply: begin });
  useLayoutEffect(() => () => composer.follow(undefined), [composer]);
  if (isForbidden && destination) return <PostingNotice destination={destination} />;
  if (composer.isForView && isSameDestination(composer.destination, destination))
    return <ComposerView composer={composer} />;
  return (
    <Button class="reply-here" onClick={begin}>
      <span>{t('lists.replyTo', { name })}</span>
      <kbd>R</kbd>
    </Button>
  );
}

export function ConversationPreview({ conversation }: { readonly conversation: Conversation }) {
  const organization = useOrganization();
  const { messages, ownId } = organization;
  const section = useRef<HTMLElement>(null);
  const { narrow, emptyText } = useMemo(
    () => narrowScreen({ kind: 'narrow', terms: narrowOf(conversation) }, ownId, false),
    [organization],
  );
  const controller = useMemo(
    () =>
      new FeedController({
        list: messages.of(narrow),
        store: messages.store,
        near: undefined,
        leftAt: undefined,
      }),
    [organization],
  );
  useEffect(() => () => controller.close(), [controller]);
  useEffect(
    () =>
      outboxOf(organization).onAdd(({ destination }) => {
        if (isForView(destination, narrow, ownId)) controller.toKnownNewest();
      }),
    [controller],
  );
  return (
    <section ref={section} class="preview" aria-label={t('lists.preview')}>
      <PreviewHead conversation={conversation} />
      <KeyScope.Provider value={section}>
        <Feed
          controller={controller}
          isMixed={false}
          isReading={false}
          start={() => null}
          emptyText={emptyText}
        >
          <OutgoingMessages
            composer={composerOf(organization)}
            controller={controller}
            narrow={narrow}
            isMixed={false}
          />
        </Feed>
      </KeyScope.Provider>
      <div class="below-feed">
        <Reply conversation={conversation} />
      </div>
    </section>
  );
}
