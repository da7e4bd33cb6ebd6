// Returns the focus to the filter that changed a search, which the search that follows shows again.

import { useLayoutEffect, useRef } from 'preact/hooks';

/** A field by its name, or a chip by its position. */
export type UsedFilter = string | number;

/** The control that follows a filter which was used: a removed chip gives way to its neighbor, the last one to a field. */
function controlIn(box: HTMLElement, used: UsedFilter): HTMLElement | null | undefined {
  if (typeof used === 'number') {
    const chips = box.querySelectorAll<HTMLElement>('.chip button');
    return chips[Math.min(used, chips.length - 1)] ?? box.querySelector<HTMLElement>('.filter');
  }
  const field = box.querySelector<HTMLElement>(`[data-filter="${used}"]`);
  return field?.querySelector('input') ?? field;
}

/** @param key of the search: once it is another one, the focus returns to the filter passed to the returned function */
export function useKeptFilter(box: { readonly current: HTMLElement | null }, key: string) {
  const wanted = useRef<UsedFilter | undefined>(undefined);
  useLayoutEffect(() => {
    if (wanted.current !== undefined && box.current) controlIn(box.current, wanted.current)?.focus();
    wanted.current = undefined;
  }, [key]);
  return (used: UsedFilter) => {
    wanted.current = used;
  };
}
