// Who is calling, and whether someone who is alone in a call stays: cards above the page, or above the dialog that is open,
// outside of which nothing can be used.

import { type ComponentChildren, render } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { OrganizationContext, useOrganization } from '../hooks/use-organization.ts';
import { AloneQuestion, useTimeAlone } from './alone-question.tsx';
import { RingCard } from './ring-card.tsx';
import { useCalls } from './use-calls.ts';

/** Tells the style sheet how high the cards are, for which the page makes room on phones. */
const HEIGHT = '--call-cards';

/** Keeps an element in the dialog that is open, or in the page. Returns a function that removes it. */
function keepAbove(host: HTMLElement): () => void {
  const { body, documentElement: page } = document;
  const place = () => {
    const parent = [...document.querySelectorAll('dialog:modal')].at(-1) ?? body;
    if (host.parentElement !== parent) parent.append(host);
  };
  place();
  const dialogs = new MutationObserver(place);
  dialogs.observe(body, { childList: true, subtree: true, attributeFilter: ['open'] });
  const sizes = new ResizeObserver(() => page.style.setProperty(HEIGHT, `${host.offsetHeight}px`));
  sizes.observe(host);
  return () => {
    dialogs.disconnect();
    sizes.disconnect();
    page.style.removeProperty(HEIGHT);
    host.remove();
  };
}

function Cards({ children }: { readonly children: ComponentChildren }) {
  const organization = useOrganization();
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
        <OrganizationContext.Provider value={organization}>{children}</OrganizationContext.Provider>,
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
