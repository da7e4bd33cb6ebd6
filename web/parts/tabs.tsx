// Tabs, by the pattern of the ARIA practices: one of them is in the order of Tab, arrows choose.

import type { ComponentChildren } from 'preact';
import { useId, useRef } from 'preact/hooks';
import { movedTo } from './list-keys.ts';

export interface TabsProps<I extends string> {
  readonly name: string;
  readonly tabs: readonly { readonly id: I; readonly label: string }[];
  readonly chosen: I;
  readonly onChoose: (id: I) => void;
  readonly children: ComponentChildren;
}

const sideways: Readonly<Record<string, string>> = { ArrowRight: 'ArrowDown', ArrowLeft: 'ArrowUp' };

export function Tabs<I extends string>({ name, tabs, chosen, onChoose, children }: TabsProps<I>) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  function onKeyDown(event: KeyboardEvent) {
    const from = tabs.findIndex((tab) => tab.id === chosen);
    const to = movedTo(sideways[event.key] ?? event.key, from, tabs.length);
    const tab = to === undefined ? undefined : tabs[to];
    if (!tab || to === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    onChoose(tab.id);
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[to]?.focus();
  }
  return (
    <>
      <div ref={list} class="tabs" role="tablist" aria-label={name} onKeyDown={onKeyDown}>
        {tabs.map((tab) => (
          <button
            key={tab.id}
            type="button"
            role="tab"
            id={`${id}-${tab.id}`}
            aria-controls={`${id}-panel`}
            aria-selected={tab.id === chosen}
            tabIndex={tab.id === chosen ? 0 : -1}
            onClick={() => onChoose(tab.id)}
          >
            {tab.label}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${chosen}`}>
        {children}
      </div>
    </>
  );
}
