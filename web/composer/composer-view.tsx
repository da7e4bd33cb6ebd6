// The composer: destination, text, uploads, and the send button.

import { useEffect, useId, useLayoutEffect, useMemo, useReducer, useRef, useState } from 'preact/hooks';
import { Button, IconButton } from '../components/button.tsx';
import { ErrorMessage } from '../components/error-message.tsx';
import { focusView } from '../components/focus-view.ts';
import { lazyPart } from '../components/lazy.tsx';
import { MenuButton } from '../components/menu.tsx';
import { showStatus } from '../components/status-line.tsx';
import { useActions } from '../data/actions.ts';
import { LocalError } from '../data/attempt.ts';
import { loadEcho } from '../data/echo.ts';
import { performAction } from '../data/key-actions.ts';
import { useOrganizationState } from '../hooks/use-organization.ts';
import { useViewer } from '../hooks/use-viewer.ts';
import { fullTime } from '../i18n/dates.ts';
import { t } from '../i18n/texts.ts';
import { termsOf } from '../lib/destination.ts';
import { addressOfNarrow } from '../store/narrow-targets.ts';
import type { Composer } from './composer.ts';
import { DestinationLine } from './destination-line.tsx';
import { onFormKeyDown } from './form-keys.ts';
import { PendingFiles } from './pending-file-line.tsx';
import { PostingNotice, useIsForbidden } from './posting-notice.tsx';
import { Preview } from './preview.tsx';
import { sendAt } from './send-later.ts';
import { insertText } from './text-field.ts';
import { conversationName, fieldLabel, fileLink } from './texts.ts';
import { Tools } from './tools.tsx';
import { UploadLines } from './upload-lines.tsx';
import { Uploads } from './uploads.ts';
import { useComposer } from './use-composer.ts';
import { useExpanded } from './use-expanded.ts';
import { format, WritingField } from './writing-field.tsx';

export interface ComposerViewProps {
  readonly composer: Composer;
  /** The participants of the conversation in view, which are suggested first. */
  readonly participants?: ReadonlySet<number>;
}

const VoiceTools = lazyPart(
  async () => (await import('./voice/voice-tools.tsx')).VoiceTools,
  // Its text and style are those of the first page.
  (load) => load(),
);

const noAccounts: ReadonlySet<number> = new Set();

function useUploads(composer: Composer): Uploads {
  const [, render] = useReducer((count: number, _turn: undefined) => count + 1, 0);
  return useMemo(
    () =>
      new Uploads({
        organization: composer.organization,
        onDone: (name, url) => composer.insert({ text: fileLink(name, url), isBlock: true }),
        onError: (error) => composer.showError(error),
        onChange: () => render(undefined),
      }),
    [composer],
  );
}

/** The element to focus first: an empty field of the destination, or else the text. */
function firstToFill(
  field: HTMLElement,
  { destination, asksForDestination, content }: Composer,
): HTMLElement {
  const fields = field.closest('form')?.querySelectorAll<HTMLElement>('.destination input') ?? [];
  const [first, second] = fields;
  if (!asksForDestination || !destination) return field;
  if (destination.kind === 'direct') return (destination.personIds.length === 0 && first) || field;
  if (destination.channelId === undefined) return first ?? field;
  return (destination.topic === '' && content === '' && second) || field;
}

export function ComposerView({ composer, participants = noAccounts }: ComposerViewProps) {
  const id = useId();
  useComposer(composer);
  const actions = useActions();
  const field = useRef<HTMLTextAreaElement>(null);
  const [isPreview, setPreview] = useState(false);
  const uploads = useUploads(composer);
  const viewer = useViewer();
  const { form, isExpanded, onFocusIn } = useExpanded();
  const enterSends = useOrganizationState((state) => state.user_settings?.enter_sends) ?? false;
  const { organization, destination, content, error } = composer;
  const isForbidden = useIsForbidden(composer.isOpen ? destination : undefined);
  const couldWrite = useRef(!isForbidden);
  useLayoutEffect(() => {
    // The field that had the focus is gone.
    if (isForbidden && couldWrite.current && document.activeElement === document.body) focusView();
    couldWrite.current = !isForbidden;
  }, [isForbidden]);
  useLayoutEffect(() => {
    // Once the permission is given, the focus stays where it is.
    if (isForbidden && composer.takeFocus()) form.current?.querySelector('input')?.focus();
    if (!field.current) return;
    for (const { text, isBlock } of composer.takeInsertions()) insertText(field.current, text, isBlock);
    uploads.add(composer.takeFiles());
    if (composer.takeFocus()) firstToFill(field.current, composer).focus();
  });
  useEffect(() => {
    if (content !== '') void loadEcho(organization, content);
  }, [organization, content]);
  useEffect(() => {
    const flush = () => void composer.flush();
    addEventListener('pagehide', flush);
    return () => removeEventListener('pagehide', flush);
  }, [composer]);
  // There is nothing left to preview.
  useLayoutEffect(() => {
    if (content.trim() === '') setPreview(false);
  }, [content]);
  if (!composer.isOpen || !destination) return <ClosedComposer composer={composer} />;
  const isLineShown = composer.asksForDestination;
  if (isForbidden && composer.isForView) return <PostingNotice destination={destination} />;
  const togglePreview = () => setPreview(!isPreview && content.trim() !== '');
  function send() {
    setPreview(false);
    // The button becomes disabled when the text is empty, and would lose the focus.
    field.current?.focus();
    const isElsewhere = !composer.isForView;
    void composer.send().then((isSent) => {
      if (!isSent || !isElsewhere || !destination) return;
      composer.close();
      const { state, ownId } = organization;
      const address = addressOfNarrow(termsOf(destination, ownId), state);
      showStatus(t('composer.sentTo', { where: conversationName(state, destination) }), {
        label: t('composer.goThere'),
        onChoose: () => actions.go(address),
      });
    });
  }
  async function sendLater() {
    const { showTimeDialog } = await import('../forms/time-dialog.tsx');
    showTimeDialog({
      title: t('scheduled.scheduleForLater'),
      action: t('scheduled.schedule'),
      clock: viewer,
      async onChoose(at) {
        if (!(await composer.send(sendAt(organization, at))) && composer.error)
          throw new LocalError(composer.error);
        if (!composer.isForView) composer.close();
        // After the dialog has closed.
        setTimeout(() => field.current?.focus());
        showStatus(t('scheduled.confirmation', { when: fullTime(at, viewer) }), {
          label: t('scheduled.show'),
          onChoose: () => actions.go('#scheduled'),
        });
      },
    });
  }
  function closeComposer() {
    focusView();
    composer.close();
  }
  if (isForbidden) {
    return (
      <form
        ref={form}
        class="composer"
        onKeyDown={(event: KeyboardEvent) =>
          onFormKeyDown(event, { onSend: () => undefined, onClose: closeComposer })
        }
        onSubmit={(event) => event.preventDefault()}
      >
        <DestinationLine
          destination={destination}
          onChange={(destination) => composer.redirect(destination)}
          onDone={() => undefined}
        />
        <IconButton class="close" name={t('composer.close')} icon="close" onClick={() => composer.close()} />
        <PostingNotice destination={destination} />
      </form>
    );
  }
  return (
    <form
      ref={form}
      onFocusIn={onFocusIn}
      onKeyDown={(event: KeyboardEvent) => onFormKeyDown(event, { onSend: send, onClose: closeComposer })}
      class={`composer ${isExpanded ? '' : 'compact'}`}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      {isLineShown && (
        <DestinationLine
          destination={destination}
          onChange={(destination) => composer.redirect(destination)}
          onDone={() => field.current?.focus()}
        />
      )}
      {!composer.isForView && (
        <IconButton class="close" name={t('composer.close')} icon="close" onClick={() => composer.close()} />
      )}
      {isPreview && <Preview organization={organization} content={content} />}
      <WritingField
        organization={organization}
        fieldRef={field}
        label={fieldLabel(organization.state, destination)}
        value={content}
        near={{ destination, participants }}
        onWrite={(value) => composer.write(value)}
        onSend={send}
        onClose={closeComposer}
        onPreview={togglePreview}
        onBack={() => composer.isForView && performAction('editLast')}
        onFiles={(files) => uploads.add(files)}
        {...(error && { describedBy: `${id}-problem` })}
      />
      {error && (
        <p id={`${id}-problem`} class="problem" role="alert">
          <ErrorMessage {...error} />
        </p>
      )}
      <UploadLines uploads={uploads.all} />
      <PendingFiles content={content} />
      <div class="composer-tools">
        <Tools
          organization={organization}
          field={field}
          onFormat={(name) => void format(field.current, name)}
          onText={(text) => composer.insert({ text, isBlock: false })}
          onFiles={(files) => uploads.add(files)}
          isPreview={isPreview}
          onPreview={togglePreview}
        />
        <VoiceTools composer={composer} />
        <MenuButton
          name={t('composer.insert')}
          icon="add"
          class="insert"
          side="above"
          items={async () => (await import('./insert-menu.ts')).insertMenu(organization, composer)}
        />
        <div class="sending">
          <kbd class="key">{enterSends ? 'Enter' : 'Ctrl Enter'}</kbd>
          <IconButton
            needsServer
            class="schedule"
            name={t('scheduled.scheduleForLater')}
            icon="clock"
            disabled={content.trim() === ''}
            onClick={() => void sendLater()}
          />
          <Button
            kind="primary"
            type="submit"
            icon="send"
            class="send"
            aria-keyshortcuts={enterSends ? 'Enter' : 'Control+Enter'}
            disabled={content.trim() === ''}
          >
            {t('composer.send')}
          </Button>
        </div>
      </div>
    </form>
  );
}

/** Shown if the view has several conversations: the destination must be chosen first. */
function ClosedComposer({ composer }: { readonly composer: Composer }) {
  return (
    <div class="composer-closed">
      <Button
        icon="new-message"
        onClick={() => composer.open({ kind: 'channel', channelId: undefined, topic: '' })}
      >
        {t('composer.toChannel')}
      </Button>
      <Button icon="people" onClick={() => composer.open({ kind: 'direct', personIds: [] })}>
        {t('composer.toPeople')}
      </Button>
    </div>
  );
}
