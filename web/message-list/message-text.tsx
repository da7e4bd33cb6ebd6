// The text of a message in the feed, rendered by the server or as its local echo.

import { useLayoutEffect, useRef } from 'preact/hooks';
import { renderInto, type Viewer } from '../components/rendered.ts';

export function MessageText({ html, viewer }: { readonly html: string; readonly viewer: Viewer }) {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (box.current) renderInto(box.current, html, viewer);
  }, [html, viewer]);
  return <div ref={box} class="rendered" />;
}
