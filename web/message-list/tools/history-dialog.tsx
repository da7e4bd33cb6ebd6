// The edit history of a message: each change with its author, what was added and removed, and where it was
// moved.

import { useLayoutEffect, useRef } from 'preact/hooks';
import type { AnswerOf } from '../../../client/api-types.ts';
import { Dialog } from '../../components/dialog.tsx';
import { RenderedHtml } from '../../components/rendered-html.tsx';
import { useOrganization } from '../../hooks/use-organization.ts';
import { useViewer } from '../../hooks/use-viewer.ts';
import { fullTime } from '../../i18n/dates.ts';
import { t } from '../../i18n/texts.ts';
import { channelName, personName, topicName } from '../../store/names.ts';

type Version = AnswerOf<'get-message-history'>['message_history'][number];

export interface HistoryDialogProps {
  /** Oldest first. */
  readonly versions: readonly Version[];
  readonly onClose: () => void;
}

const marks = { insertion: '.highlight_text_inserted', deletion: '.highlight_text_deleted' } as const;

/** The text with additions and removals marked for the eye and for screen readers. */
function Difference({ html }: { readonly html: string }) {
  const viewer = useViewer();
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    for (const [role, mark] of Object.entries(marks))
      for (const part of box.current?.querySelectorAll(mark) ?? []) part.setAttribute('role', role);
  }, [html]);
  return (
    <div ref={box} class="difference">
      <RenderedHtml html={html} viewer={viewer} />
    </div>
  );
}

function Moves({ version }: { readonly version: Version }) {
  const { state } = useOrganization();
  const { prev_stream: from, stream: to, prev_topic: before, topic } = version;
  return (
    <>
      {from !== undefined && to !== undefined && (
        <p>
          {t('history.moved', { from: `#${channelName(state, from)}`, to: `#${channelName(state, to)}` })}
        </p>
      )}
      {before !== undefined && <p>{t('history.moved', { from: topicName(before), to: topicName(topic) })}</p>}
    </>
  );
}

function titleKey(
  version: Version,
  isFirst: boolean,
): 'history.written' | 'history.edited' | 'history.wasMoved' {
  if (isFirst) return 'history.written';
  return version.content_html_diff === undefined ? 'history.wasMoved' : 'history.edited';
}

export function HistoryDialog({ versions, onClose }: HistoryDialogProps) {
  const viewer = useViewer();
  const { is24Hours } = viewer;
  const { state } = useOrganization();
  return (
    <Dialog title={t('messages.history')} onClose={onClose}>
      <ol class="history" reversed>
        {versions.toReversed().map((version, index) => {
          const isFirst = index === versions.length - 1;
          const author =
            version.user_id === null ? t('messageList.unknownPerson') : personName(state, version.user_id);
          return (
            <li key={`${version.timestamp} ${index}`}>
              <h3>
                {t(titleKey(version, isFirst), { who: author })}{' '}
                <time dateTime={new Date(version.timestamp * 1000).toISOString()}>
                  {fullTime(version.timestamp, { is24Hours })}
                </time>
              </h3>
              <Moves version={version} />
              {version.content_html_diff !== undefined && <Difference html={version.content_html_diff} />}
              {isFirst && <RenderedHtml html={version.rendered_content} viewer={viewer} />}
            </li>
          );
        })}
      </ol>
    </Dialog>
  );
}
