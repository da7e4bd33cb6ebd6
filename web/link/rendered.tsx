// HTML of the server, shown as its reader sees it.

import { useLayoutEffect, useRef } from 'preact/hooks';
import { showRendered } from '../components/rendered.ts';
import { useReader } from './use-reader.ts';

export function Rendered({ html }: { readonly html: string }) {
  const element = useRef<HTMLDivElement>(null);
  const reader = useReader();
  useLayoutEffect(() => {
    if (element.current) showRendered(element.current, html, reader);
  }, [html, reader]);
  return <div ref={element} class="rendered" dir="auto" />;
}
