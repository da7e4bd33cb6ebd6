// A message's HTML as the server rendered it, with times and emoji as its reader has set them.

import { useLayoutEffect, useRef } from 'preact/hooks';
import { type Reader, showRendered } from './rendered.ts';

export interface RenderedHtmlProps {
  readonly html: string;
  readonly reader: Reader;
}

export function RenderedHtml({ html, reader }: RenderedHtmlProps) {
  const element = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (element.current) showRendered(element.current, html, reader);
  }, [html, reader]);
  return <div ref={element} class="rendered" dir="auto" />;
}
