// The results of a search, by conversation, the newest first.

import { useEffect, useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { Button } from '../../components/button.tsx';
import { EmptyState, type EmptyStateProps } from '../../components/empty-state.tsx';
import { useRetry } from '../../components/use-retry.ts';
import { anyErrorText } from '../../data/error-texts.ts';
import type { Organization } from '../../data/organization.ts';
import { useNow } from '../../hooks/use-now.ts';
import { useOrganization, useSubscribed } from '../../hooks/use-organization.ts';
import { useViewer } from '../../hooks/use-viewer.ts';
import { t } from '../../i18n/texts.ts';
import { isLive } from '../../store/live-narrows.ts';
import type { MessageContexts } from '../../store/message-context.ts';
import { targetName } from '../../store/names.ts';
import { type Narrow, narrowKey } from '../../store/narrow.ts';
import { addressOfMessage } from '../../store/narrow-targets.ts';
import { editing } from '../editing.ts';
import { openClickedMedia } from '../open-media.ts';
import { ConversationHeading } from '../row-lines.tsx';
import { SelectedMessageKeys } from '../selected-message-keys.tsx';
import { type LeftResults, rememberLeft } from './left-results.ts';
import type { ResultGroup } from './result-groups.ts';
import { ResultKeys } from './result-keys.tsx';
import { ResultRow } from './result-row.tsx';
import { ResultsController } from './results-controller.ts';
import { resultInView, scrollToLeft } from './scroll-to-left.ts';
import { useContexts } from './use-contexts.ts';

export interface ResultsProps {
  readonly narrow: Narrow;
  readonly emptyText: Pick<EmptyStateProps, 'icon' | 'title' | 'text'>;
}

/** How each search was left, to which going back returns. */
const leftResults = new WeakMap<Organization, Map<string, LeftResults>>();

function useController(narrow: Narrow): ResultsController {
  const organization = useOrganization();
  const key = narrowKey(narrow);
  const left = leftResults.get(organization) ?? new Map<string, LeftResults>();
  leftResults.set(organization, left);
  const { controller, list } = useMemo(() => {
    const { messages, ownId } = organization;
    const list = messages.of(narrow);
    return { list, controller: new ResultsController(list, messages.store, ownId, left.get(key)) };
  }, [organization, key]);
  useEffect(
    () => () => {
      rememberLeft(left, key, controller.left);
      controller.close();
      // No events arrive for this narrow while another view is shown.
      if (!isLive(narrow, organization.state, organization.isAnonymous)) list.forget();
    },
    [controller],
  );
  return controller;
}

interface GroupProps {
  readonly group: ResultGroup;
  readonly contexts: MessageContexts;
  readonly controller: ResultsController;
  readonly edited: readonly number[];
  /** Whether there may be further results that are not loaded. */
  readonly hasOlder: boolean;
}

function Group({ group, contexts, controller, edited, hasOlder }: GroupProps) {
  const { key, conversation, shown, hidden } = group;
  const { state, ownId } = useOrganization();
  const viewer = useViewer();
  const now = useNow();
  const [newest] = shown;
  const current = controller.current?.id;
  const choose = useRef((id: number) => controller.choose(id));
  return (
    <section class="result-group">
      <header>
        <ConversationHeading conversation={conversation} />
        {newest && (
          <a class="show-there" href={addressOfMessage(newest, state, ownId)}>
            {t('searching.showThere')}
          </a>
        )}
      </header>
      <div role="feed" aria-label={targetName(conversation, state, '')}>
        {shown.map(({ id }) => (
          <ResultRow
            key={id}
            id={id}
            context={contexts.get(id)}
            isChosen={id === current}
            isEditing={edited.includes(id)}
            now={now}
            viewer={viewer}
            displayed={controller.displayed}
            onChoose={choose.current}
          />
        ))}
      </div>
      {hidden > 0 && (
        <button type="button" class="more-results" onClick={() => controller.expand(key)}>
          {t(hasOlder ? 'searching.moreHereAtLeast' : 'searching.moreHere', { count: hidden })}
        </button>
      )}
    </section>
  );
}

/** Loads more before the end is scrolled into view. */
function useLoadAhead(controller: ResultsController, isWanted: boolean) {
  const end = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!end.current || !isWanted) return undefined;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && controller.loadOlder(), {
      root: end.current.parentElement,
      rootMargin: '100%',
    });
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [controller, isWanted]);
  return end;
}

const listenToEditing = (listener: () => void) => editing.listen(listener);

export function Results({ narrow, emptyText }: ResultsProps) {
  const controller = useController(narrow);
  const box = useRef<HTMLDivElement>(null);
  const listen = useMemo(() => (listener: () => void) => controller.listen(listener), [controller]);
  useSubscribed(listen, () => controller.version);
  const edited = useSubscribed(listenToEditing, () => editing.items);
  const { status, groups, range } = controller;
  const hasOlder = status === 'open' && range !== undefined && !range.reachesOldest;
  const contexts = useContexts(controller.shown);
  const end = useLoadAhead(controller, hasOlder && controller.isGrowing && !controller.isBusy);
  const rowOf = (id: number | undefined) =>
    box.current?.querySelector<HTMLElement>(`article[data-id="${id}"]`) ?? undefined;
  const moving = useRef({ row: rowOf });
  useRetry(controller.isRetryable, () => void controller.open());
  useEffect(() => {
    const scroller = box.current;
    scroller?.addEventListener('click', openClickedMedia);
    return () => scroller?.removeEventListener('click', openClickedMedia);
  }, [status === 'failed']);
  // Where the search was left.
  useLayoutEffect(() => {
    const { chosen, at } = controller;
    if (status !== 'open' || !box.current) return;
    const row = rowOf(at?.id);
    if (at && row) scrollToLeft(box.current, row, at.top);
    else if (chosen !== undefined) rowOf(chosen)?.scrollIntoView({ block: at ? 'center' : 'nearest' });
  }, [controller, status === 'open']);
  if (status === 'failed') {
    return (
      <EmptyState
        icon={controller.isRetryable ? 'no-connection' : 'warning'}
        title={anyErrorText(controller.error).text}
      >
        <Button onClick={() => controller.open()}>{t('common.retry')}</Button>
      </EmptyState>
    );
  }
  const isEmpty = status === 'open' && groups.length === 0 && !hasOlder && !controller.isBusy;
  return (
    <div class="feed-area">
      <div
        ref={box}
        class="feed-scroll results"
        tabIndex={groups.length > 0 ? -1 : 0}
        onScroll={(event) => {
          controller.at = resultInView(event.currentTarget);
        }}
      >
        <div class="result-groups" aria-busy={controller.isBusy}>
          {groups.map((group) => (
            <Group
              key={group.key}
              group={group}
              contexts={contexts}
              controller={controller}
              edited={edited}
              hasOlder={hasOlder}
            />
          ))}
        </div>
        <div ref={end} class="results-end">
          {hasOlder && groups.length > 0 && (
            <Button needsServer disabled={controller.isBusy} onClick={() => controller.loadOlder()}>
              {t('common.more')}
            </Button>
          )}
        </div>
        {isEmpty && <EmptyState {...emptyText} />}
      </div>
      <ResultKeys controller={controller} rowOf={rowOf} />
      <SelectedMessageKeys controller={controller} moving={moving} />
    </div>
  );
}
