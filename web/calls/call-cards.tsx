// Who is calling, and whether someone who is alone in a call stays: cards above the page, or above the dialog that is open,
// outside of which nothing can be used.

import { type ComponentChildren, render } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { ServerReachableContext, useIsServerReachable } from '../components/needs-server.tsx';
import { OrganizationContext, useOrganization } from '../hooks/use-organization.ts';
import { AloneQuestion, useTimeAlone } from './alone-question.tsx';
import { RingCard } from './ring-card.tsx';
import { useCalls } from './use-calls.ts';

/** Tells the style sheet how high a bar of cards is, for which page and dialogs make room. */
const HEIGHT = '--call-cards';
/** In narrower windows, dialogs reach into the corner where the cards are. */
const DIALOG_REM = 85;
const PHONE_REM = 45;

/** Keeps an element in the dialog that is open, or in the page. Returns a function that removes it. */
function keepAbove(host: HTMLElement): () => void {
  const { body, documentElement: page } = document;
  const place = () => {
    const parent = [...document.querySelectorAll('dialog:modal')].at(-1) ?? body;
    if (host.parentElement !== parent) parent.append(host);
    const isBar = matchMedia(`(width < ${parent === body ? PHONE_REM : DIALOG_REM}rem)`).matches;
    host.classList.toggle('bar', isBar);
    page.style.setProperty(HEIGHT, `${isBar ? host.offsetHeight : 0}px`);
  };
  place();
  const dialogs = new MutationObserver(place);
  dialogs.observe(body, { childList: true, subtree: true, attributeFilter: ['open'] });
  const sizes = new ResizeObserver(place);
  sizes.observe(host);
  addEventListener('resize', place);
  return () => {
    dialogs.disconnect();
    sizes.disconnect();
    removeEventListener('resize', place);
    page.style.removeProperty(HEIGHT);
    host.remove();
  };
}

function Cards({ children }: { readonly children: ComponentChildren }) {
  const organization = useOrganization();
  const isReachable = useIsServerReachable();
  const host = useRef<HTMLElement>(undefined);
  useLayoutEffect(() => {
    const element = document.createElement('div');
    element.className = 'call-cards';
    host.current = element;
    const remove = keepAbove(element);
    return () => {
      render(null, element);
      remove();
    };
  }, []);
  useLayoutEffect(() => {
    if (host.current)
      render(
        <OrganizationContext.Provider value={organization}>
          <ServerReachableContext.Provider value={isReachable}>{children}</ServerReachableContext.Provider>
        </OrganizationContext.Provider>,
        host.current,
      );
  });
  return null;
}

export function CallCards() {
  const { current, rings } = useCalls();
  const time = useTimeAlone(current);
  if (rings.length === 0 && time === '') return null;
  return (
    <Cards>
      {rings.map((ring) => (
        <RingCard key={ring.callId} ring={ring} />
      ))}
      {current && time !== '' && <AloneQuestion session={current} time={time} />}
    </Cards>
  );
}
