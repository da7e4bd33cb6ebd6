// A message being edited in place: its Markdown in a text field, with buttons to save or cancel.

import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { ParleyError } from '../../../client/parley-error.ts';
import { Button } from '../../components/button.tsx';
import type { Viewer } from '../../components/rendered.ts';
import { onFormKeyDown } from '../../composer/form-keys.ts';
import { Preview } from '../../composer/preview.tsx';
import { insertText } from '../../composer/text-field.ts';
import { Tools } from '../../composer/tools.tsx';
import { format, WritingField } from '../../composer/writing-field.tsx';
import { LocalError } from '../../data/attempt.ts';
import { FormError, SubmitButton, useSubmission } from '../../forms/send-form.tsx';
import { useOrganization } from '../../hooks/use-organization.ts';
import { t } from '../../i18n/texts.ts';
import type { Destination } from '../../lib/destination.ts';
import type { Message } from '../../store/message.ts';
import { conversationOf } from '../../store/narrow-targets.ts';
import { displayHtml } from '../display-html.ts';
import { MessageText } from '../message-text.tsx';
import { fetchSource, sha256Hex } from './message-actions.ts';

function isChangedMeanwhile(error: unknown): boolean {
  return error instanceof ParleyError && error.code === 'EXPECTATION_MISMATCH';
}

const noAccounts: ReadonlySet<number> = new Set();

export interface EditMessageProps {
  readonly message: Message;
  readonly viewer: Viewer;
  /** Called after saving or canceling. */
  readonly onDone: () => void;
}

export function EditMessage({ message, viewer, onDone }: EditMessageProps) {
  const organization = useOrganization();
  const field = useRef<HTMLTextAreaElement>(null);
  const [before, setBefore] = useState<string>();
  const [content, setContent] = useState('');
  const sending = useSubmission();
  const [isPreview, setPreview] = useState(false);
  useEffect(() => {
    let isUnmounted = false;
    void fetchSource(organization, message).then((source) => {
      if (isUnmounted) return;
      if (source === undefined) onDone();
      setBefore(source);
      setContent(source ?? '');
    });
    return () => {
      isUnmounted = true;
    };
  }, [organization, message.id]);
  // A layout effect, so that the next key press goes into the field.
  useLayoutEffect(() => {
    if (before !== undefined) field.current?.focus();
  }, [before]);
  useLayoutEffect(() => {
    if (content.trim() === '') setPreview(false);
  }, [content]);
  // The text stays until it can be edited, so that nothing moves twice.
  if (before === undefined) {
    return (
      <div aria-busy="true">
        <MessageText html={displayHtml(message)} viewer={viewer} />
      </div>
    );
  }
  const conversation = conversationOf(message, organization.ownId);
  const destination: Destination =
    conversation.kind === 'topic'
      ? { ...conversation, kind: 'channel' }
      : { kind: 'direct', personIds: conversation.ids };
  async function save() {
    if (content === before) {
      onDone();
      return;
    }
    try {
      const hash = await sha256Hex(before ?? '');
      await organization.client.call('update-message', {
        message_id: message.id,
        content,
        ...(hash !== undefined && { prev_content_sha256: hash }),
      });
      onDone();
    } catch (error) {
      if (!isChangedMeanwhile(error)) throw error;
      // Saving again overwrites the other change deliberately.
      setBefore(await fetchSource(organization, message));
      throw new LocalError({ text: t('messages.alreadyChanged') });
    }
  }
  const send = () => void sending.send(save);
  const togglePreview = () => setPreview(!isPreview && content.trim() !== '');
  return (
    <form
      class="composer editing"
      aria-label={t('messages.editing')}
      onKeyDown={(event: KeyboardEvent) => onFormKeyDown(event, { onSend: send, onClose: onDone })}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      {isPreview && <Preview organization={organization} content={content} />}
      <WritingField
        organization={organization}
        fieldRef={field}
        label={t('messages.editText')}
        value={content}
        near={{ destination, participants: noAccounts }}
        onWrite={(value) => {
          setContent(value);
          sending.clearOutcome();
        }}
        onSend={send}
        onClose={onDone}
        onPreview={togglePreview}
      />
      <FormError error={sending.error} />
      <div class="composer-tools">
        <Tools
          organization={organization}
          field={field}
          onFormat={(name) => void format(field.current, name)}
          onText={(text) => field.current && insertText(field.current, text, false)}
          isPreview={isPreview}
          onPreview={togglePreview}
        />
        <div class="sending">
          <Button onClick={onDone}>{t('common.cancel')}</Button>
          <SubmitButton sending={sending}>{t('common.save')}</SubmitButton>
        </div>
      </div>
    </form>
  );
}
