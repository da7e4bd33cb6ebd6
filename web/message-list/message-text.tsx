// The text of a message in the feed, as the server rendered it or will.

import { useLayoutEffect, useRef } from 'preact/hooks';
import { type Reader, showRendered } from '../components/rendered.ts';

export function MessageText({ html, reader }: { readonly html: string; readonly reader: Reader }) {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (box.current) showRendered(box.current, html, reader);
  }, [html, reader]);
  return <div ref={box} class="rendered" />;
}
