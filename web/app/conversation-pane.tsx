// A complete conversation apart from the view: with its own bar, composer and keys.

import type { ComponentChildren, TargetedMouseEvent } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { EmptyState } from '../components/empty-state.tsx';
import type { Composer } from '../composer/composer.ts';
import { type Actions, ActionsContext } from '../data/actions.ts';
import { KeyScope } from '../data/key-actions.ts';
import type { Organization } from '../data/organization.ts';
import { rememberVisit } from '../data/visited-conversations.ts';
import { useOrganization } from '../hooks/use-organization.ts';
import { t } from '../i18n/texts.ts';
import { viewAt } from '../lib/address.ts';
import { isNarrowAddress } from '../lib/beside-search.ts';
import { narrowTargetOf } from '../store/narrow-targets.ts';
import { appActions } from './app-actions.ts';
import { newComposer, OwnComposer } from './composer-of.ts';
import { useConversationKeys } from './conversation-keys.ts';
import { DropOverlay, type DropTarget, dropTarget, holdsFiles, isFileField } from './drop-files.tsx';
import { NarrowView } from './narrow-view.tsx';
import { CallButton, NarrowMenu, NarrowTitle, TopicActions } from './top-bar.tsx';
import { useViewName } from './use-view-name.ts';

const composers = new WeakMap<Organization, Composer>();

/** The composer of the pane, of which a page has at most one. */
function paneComposerOf(organization: Organization): Composer {
  const composer = composers.get(organization) ?? newComposer(organization);
  composers.set(organization, composer);
  return composer;
}

/** Handlers for files that are dragged over the pane, which never reach the view beside it. */
function useDrop(view: ReturnType<typeof viewAt>) {
  const organization = useOrganization();
  const [over, setOver] = useState<DropTarget>();
  return {
    over,
    handlers: {
      onDragOver(event: DragEvent) {
        if (!holdsFiles(event) || isFileField(event)) return;
        event.preventDefault();
        const target = dropTarget(organization, view, paneComposerOf);
        setOver((before) => (before?.text === target.text ? before : target));
      },
      onDragLeave(event: DragEvent & { readonly currentTarget: Element }) {
        if (!event.currentTarget.contains(event.relatedTarget as Element | null)) setOver(undefined);
      },
      onDrop(event: DragEvent) {
        setOver(undefined);
        if (!holdsFiles(event) || isFileField(event)) return;
        event.preventDefault();
        dropTarget(organization, view, paneComposerOf).onFiles?.([...(event.dataTransfer?.files ?? [])]);
      },
    },
  };
}

/** The keys of the conversation; a component of its own, so that they belong to the pane. */
function PaneKeys({ actions }: { readonly actions: Actions }) {
  const organization = useOrganization();
  useConversationKeys({ organization, actions, composer: () => paneComposerOf(organization) });
  return null;
}

export interface ConversationPaneProps {
  readonly class: string;
  readonly label: string;
  /** The address, `#narrow/…`, of what it shows. */
  readonly address: string;
  /** Shows another narrow in the pane, or another view elsewhere. */
  readonly onGo: (address: string) => void;
  /** Shows another address of the conversation, to which it was moved. */
  readonly onReplace: (address: string) => void;
  /** Whether the window shows nothing else, so that the keys of the conversation apply wherever the focus is. */
  readonly isAlone?: boolean;
  /** Buttons at the end of the bar. */
  readonly tools?: ComponentChildren;
  /** Beside the conversation. */
  readonly children?: ComponentChildren;
}

export function ConversationPane(props: ConversationPaneProps) {
  const { address, label, tools, children } = props;
  const organization = useOrganization();
  const composer = paneComposerOf(organization);
  const section = useRef<HTMLElement>(null);
  const latest = useRef(props);
  latest.current = props;
  const actions = useMemo(
    () =>
      appActions(organization, () => composer, {
        address: () => latest.current.address,
        go: (to) => latest.current.onGo(to),
        replace: (to) => latest.current.onReplace(to),
      }),
    [organization],
  );
  const view = useMemo(() => viewAt(address), [address]);
  const name = useViewName(view);
  const target = view?.kind === 'narrow' ? narrowTargetOf(view.terms, organization.ownId) : undefined;
  const { over, handlers } = useDrop(view);
  useEffect(() => {
    if (target) rememberVisit(organization.ownId, target);
  }, [address]);
  // Keeps what was written as a draft.
  useLayoutEffect(() => () => composer.follow(undefined), [composer]);
  function followLink(event: TargetedMouseEvent<HTMLElement>) {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    const to = link?.getAttribute('href') ?? '';
    const isModified = event.altKey || event.ctrlKey || event.metaKey || event.shiftKey;
    if (event.defaultPrevented || isModified || !isNarrowAddress(to)) return;
    event.preventDefault();
    // The link may be gone a moment later.
    section.current?.focus({ preventScroll: true });
    actions.go(to);
  }
  if (view?.kind !== 'narrow' || !target) return <EmptyState icon="info" title={t('frame.notFound')} />;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: links are pressed by keys, too.
    <section
      ref={section}
      class={props.class}
      aria-label={`${label}: ${name}`}
      tabIndex={-1}
      onClick={followLink}
      {...handlers}
    >
      <ActionsContext.Provider value={actions}>
        <OwnComposer.Provider value={composer}>
          <KeyScope.Provider value={props.isAlone ? undefined : section}>
            <header class="top-bar">
              <NarrowTitle target={target} searched={name} />
              {(target.kind === 'topic' || target.kind === 'direct') && <CallButton conversation={target} />}
              {target.kind === 'topic' && <TopicActions target={target} />}
              <NarrowMenu target={target} />
              {tools}
            </header>
            <NarrowView view={view} />
            <PaneKeys actions={actions} />
            {children}
          </KeyScope.Provider>
        </OwnComposer.Provider>
      </ActionsContext.Provider>
      {over && <DropOverlay {...over} />}
    </section>
  );
}
