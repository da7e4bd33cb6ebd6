// The content of a message: its text, its widget, or the field in which its text is being edited.

import { lazy } from '../components/lazy.tsx';
import type { Viewer } from '../components/rendered.ts';
import { useOrganization } from '../hooks/use-organization.ts';
import { t } from '../i18n/texts.ts';
import type { Message } from '../store/message.ts';
import { hasWidget } from '../store/submessages.ts';
import { displayHtml } from './display-html.ts';
import { MessageText } from './message-text.tsx';
import { toggleCollapsed } from './tools/message-actions.ts';

const EditMessage = lazy(
  async () => (await import('./tools/edit-message.tsx')).EditMessage,
  // Its texts and styles are those of the first page.
  (load) => load(),
);
const Widget = lazy(async () => (await import('./widgets/widget.tsx')).Widget);

export interface MessageContentProps {
  /** The message, in which matches of a search are highlighted. */
  readonly message: Message;
  readonly viewer: Viewer;
  readonly isEditing: boolean;
  readonly onEdited: () => void;
}

export function MessageContent({ message, viewer, isEditing, onEdited }: MessageContentProps) {
  const organization = useOrganization();
  return (
    <>
      {isEditing ? (
        <EditMessage message={message} viewer={viewer} onDone={onEdited} />
      ) : hasWidget(message) ? (
        <Widget message={message} />
      ) : (
        <MessageText html={displayHtml(message)} viewer={viewer} />
      )}
      {message.flags.includes('collapsed') && (
        <button
          type="button"
          class="unfold"
          tabIndex={-1}
          onClick={() => void toggleCollapsed(organization, message)}
        >
          {t('messages.unfold')}
        </button>
      )}
    </>
  );
}
