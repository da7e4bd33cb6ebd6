// Short messages about what just happened, with an optional undo, announced by screen readers. One is shown at a
// time, in an area of its own that covers nothing: below the sidebar, in the foot of the inbox's list, and in narrow
// windows between messages and composer.

import type { TargetedEvent } from 'preact';
import { t } from '../i18n/texts.ts';
import { Button, IconButton } from './button.tsx';
import { ObservableList } from './observable-list.ts';
import { useObservableList } from './use-observable-list.ts';

interface StatusAction {
  readonly label: string;
  /** The key that does the same. */
  readonly keyHint?: string;
  readonly onChoose: () => void;
}

interface StatusMessage {
  readonly text: string;
  readonly isError: boolean;
  /** Whether it stays until it is closed. */
  readonly isPersistent: boolean;
  /** Set if the text is not in the page's language. */
  readonly lang?: string | undefined;
  readonly action?: StatusAction | undefined;
}

const messages = new ObservableList<StatusMessage>();
/** Long enough to read and to reach the button. */
const SHOWN_MILLISECONDS = 6000;
const MAX_MESSAGES = 3;

let timer: ReturnType<typeof setTimeout> | undefined;

/** Removes what does not stay until it is closed, after the time to read it. */
function removeLater(): void {
  keep();
  timer = setTimeout(() => {
    for (const message of messages.items) if (!message.isPersistent) messages.remove(message);
  }, SHOWN_MILLISECONDS);
}

/** Shows the current message for longer. */
function keep(): void {
  clearTimeout(timer);
}

/** Shows a message for some seconds. Returns a function that hides it. */
export function showStatus(text: string, action?: StatusMessage['action']): () => void {
  const message = { text, isError: false, isPersistent: false, action };
  show(message);
  removeLater();
  return () => messages.remove(message);
}

/** Shows an error until it is closed. */
export function showError(text: string, action?: StatusMessage['action'], lang?: string): void {
  show({ text, isError: true, isPersistent: true, action, lang });
}

/** Shows an offer until it is closed. Returns a function that hides it. */
export function showOffer(text: string, action: StatusMessage['action']): () => void {
  const message = { text, isError: false, isPersistent: true, action };
  show(message);
  return () => messages.remove(message);
}

/** A new message replaces earlier ones, except those that stay until closed. */
function show(message: StatusMessage): void {
  const replaced = messages.items.filter(
    ({ text, isPersistent: isLasting }) => text === message.text || !isLasting,
  );
  for (const message of replaced) messages.remove(message);
  const oldest = messages.items.slice(0, -(MAX_MESSAGES - 1));
  if (messages.items.length >= MAX_MESSAGES) for (const old of oldest) messages.remove(old);
  messages.add(message);
}

/** Renders the newest message. Used once, in the app. It stays while it is pointed at or focused. */
export function StatusLine() {
  const message = useObservableList(messages).at(-1);
  const removeUnless = (state: string) => (event: TargetedEvent<Element>) => {
    if (!event.currentTarget.matches(state)) removeLater();
  };
  return (
    <div
      class="status-line"
      role="status"
      onPointerEnter={keep}
      onFocusIn={keep}
      onPointerLeave={removeUnless(':focus-within')}
      onFocusOut={removeUnless(':hover')}
    >
      {message && (
        <div key={message.text} class={`status-message ${message.isError ? 'problem' : ''}`}>
          <span lang={message.lang}>{message.text}</span>
          {message.action && (
            <Button
              onClick={() => {
                messages.remove(message);
                message.action?.onChoose();
              }}
            >
              {message.action.label}
              {message.action.keyHint && <kbd>{message.action.keyHint}</kbd>}
            </Button>
          )}
          <IconButton name={t('common.close')} icon="close" onClick={() => messages.remove(message)} />
        </div>
      )}
    </div>
  );
}
