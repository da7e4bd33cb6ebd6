// The window of a call above other programs (Document Picture-in-Picture), where the browser offers it.

import { render } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { OrganizationContext, useOrganization } from '../hooks/use-organization.ts';
import { pictureInPicture } from './apart.ts';
import { onCallKey } from './call-controls.tsx';
import { CallPanel } from './call-panel.tsx';
import type { CallSession } from './call-session.ts';

const WIDTH = 240;
const HEIGHT = 320;

/** Gives the other window the colors and styles of this one. */
function copyStyles(to: Document): void {
  for (const { name, value } of document.documentElement.attributes)
    to.documentElement.setAttribute(name, value);
  for (const sheet of document.querySelectorAll('link[rel=stylesheet]')) to.head.append(sheet.cloneNode());
  to.body.className = 'call-window apart';
}

export function usePictureInPicture(session: CallSession) {
  const organization = useOrganization();
  const [isOpen, setOpen] = useState(false);
  const other = useRef<Window>(undefined);
  const closing = useRef(new AbortController());
  useEffect(
    () => () => {
      closing.current.abort();
      other.current?.close();
    },
    [],
  );
  async function open() {
    // The person may refuse it, or the browser because of another window.
    const opened = await pictureInPicture()
      ?.requestWindow({ width: WIDTH, height: HEIGHT })
      .catch(() => undefined);
    if (!opened) return;
    // Meanwhile the call may have ended.
    if (closing.current.signal.aborted) {
      opened.close();
      return;
    }
    other.current = opened;
    const { document: page } = opened;
    copyStyles(page);
    page.title = document.title;
    page.addEventListener('keydown', (event) => onCallKey(session, event));
    render(
      <OrganizationContext.Provider value={organization}>
        <CallPanel session={session} />
      </OrganizationContext.Provider>,
      page.body,
    );
    opened.addEventListener('pagehide', () => {
      render(null, page.body);
      other.current = undefined;
      setOpen(false);
    });
    setOpen(true);
  }
  return { isOpen, open };
}
