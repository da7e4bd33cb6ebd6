// A message's HTML from the server, with times and emoji according to the viewer's settings.

import { useLayoutEffect, useRef } from 'preact/hooks';
import { renderInto, type Viewer } from './rendered.ts';

export interface RenderedHtmlProps {
  readonly html: string;
  readonly viewer: Viewer;
}

export function RenderedHtml({ html, viewer }: RenderedHtmlProps) {
  const element = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (element.current) renderInto(element.current, html, viewer);
  }, [html, viewer]);
  return <div ref={element} class="rendered" dir="auto" />;
}
