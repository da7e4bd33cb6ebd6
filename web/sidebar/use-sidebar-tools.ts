// Loads the menus, the dragging and the keys of the sidebar when it is first pointed at or focused.

import { useRef } from 'preact/hooks';
import { loadSecondary } from '../components/lazy-chunks.ts';
import { showError } from '../components/status-line.tsx';
import { useActions } from '../data/actions.ts';
import { useOrganization } from '../hooks/use-organization.ts';
import { t } from '../i18n/texts.ts';

/** Whether `row-keys.ts` handles a key. */
function isForTools({ key, altKey, shiftKey }: KeyboardEvent): boolean {
  if (altKey) return key === 'ArrowUp' || key === 'ArrowDown';
  return key === 'ArrowLeft' || key === 'ArrowRight' || (key === 'F10' && shiftKey);
}

const loadTools = () => loadSecondary(() => import('./sidebar-tools.ts'));

/** The listeners of the element around the sections. */
export function useSidebarTools() {
  const organization = useOrganization();
  const actions = useActions();
  const tools = useRef<ReturnType<typeof loadTools>>(undefined);
  const isAttached = useRef(false);
  /** The current press, which may last longer than loading. */
  const press = useRef<PointerEvent>(undefined);
  const load = (event: Event & { readonly currentTarget: EventTarget }) => {
    const box = event.currentTarget as HTMLElement;
    tools.current ??= loadTools();
    void tools.current.then(
      ({ attachTools }) => {
        attachTools(box, { organization, actions }, press.current);
        isAttached.current = true;
      },
      () => {
        tools.current = undefined;
      },
    );
  };
  const open = (selector: string) => (event: MouseEvent & { readonly currentTarget: EventTarget }) => {
    const at = (event.target as Element).closest<HTMLElement>(selector);
    if (!at) return;
    event.preventDefault();
    const { clientX: left, clientY: top, type } = event;
    loadTools()
      .then(({ openMenu }) =>
        openMenu(at, { organization, actions }, type === 'contextmenu' ? { left, top } : undefined),
      )
      .catch(() => showError(t('common.needsServer')));
  };
  /** Repeats a key press that the tools would have handled, once they are loaded. */
  const onKeyDown = (event: KeyboardEvent & { readonly currentTarget: EventTarget }) => {
    if (isAttached.current || !isForTools(event) || !event.isTrusted) return;
    const { target } = event;
    event.preventDefault();
    const repeatedEvent = new KeyboardEvent('keydown', event);
    void tools.current?.then(
      () => target?.dispatchEvent(repeatedEvent),
      () => undefined,
    );
  };
  const release = () => {
    press.current = undefined;
  };
  return {
    onClick: open('.side-more, .side-add'),
    onContextMenu: open('[data-row], [data-section]'),
    onPointerOver: load,
    onPointerDown: (event: PointerEvent & { readonly currentTarget: EventTarget }) => {
      press.current = event;
      load(event);
    },
    onPointerUp: release,
    onPointerCancel: release,
    onKeyDown,
    onFocusIn: load,
    onDragEnter: load,
  };
}
