// The conversation beside the view.

import { useEffect } from 'preact/hooks';
import { IconButton } from '../components/button.tsx';
import { focusView } from '../components/focus-view.ts';
import { useKeys } from '../data/key-actions.ts';
import { closeBeside, replaceBeside, showBeside, takeBesideFocus } from '../data/open-beside.ts';
import { t } from '../i18n/texts.ts';
import { isNarrowAddress } from '../lib/beside-search.ts';
import { ConversationPane } from './conversation-pane.tsx';
import { WidthHandle } from './width-handle.tsx';

const pane = () => document.querySelector<HTMLElement>('.beside');

function focusMain(): void {
  document.querySelector('main')?.focus({ preventScroll: true });
  focusView();
}

/** Moves the focus to the other side, from text fields too. */
function onSwitchKey(event: KeyboardEvent): void {
  const isModified = event.altKey || event.ctrlKey || event.metaKey || event.shiftKey;
  if (event.key !== 'F6' || isModified || event.defaultPrevented || document.querySelector('dialog:modal'))
    return;
  event.preventDefault();
  if (pane()?.contains(document.activeElement)) focusMain();
  else {
    pane()?.focus({ preventScroll: true });
    focusView();
  }
}

/** Escape leads to the view, where it goes on to the home view. */
function LeaveKey() {
  useKeys({ leave: focusMain });
  return null;
}

export function SecondConversation({ address }: { readonly address: string }) {
  useEffect(() => {
    if (takeBesideFocus()) pane()?.focus({ preventScroll: true });
  }, [address]);
  useEffect(() => {
    document.addEventListener('keydown', onSwitchKey);
    return () => document.removeEventListener('keydown', onSwitchKey);
  }, []);
  function close() {
    focusMain();
    closeBeside();
  }
  return (
    <ConversationPane
      class="beside"
      label={t('beside.label')}
      address={address}
      onGo={(to) => {
        if (isNarrowAddress(to)) showBeside(to);
        else location.hash = to;
      }}
      onReplace={replaceBeside}
      tools={<IconButton name={t('beside.close')} icon="close" onClick={close} />}
    >
      <LeaveKey />
      <WidthHandle />
    </ConversationPane>
  );
}
