// A log of recent deliveries of a bot with their outcomes, incoming or outgoing, for its owner.

import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Button } from '../components/button.tsx';
import { Icon } from '../components/icon.tsx';
import type { IconName } from '../components/icon-names.ts';
import { useViewer } from '../hooks/use-viewer.ts';
import { dayAndTime, fullTime } from '../i18n/dates.ts';
import { t } from '../i18n/texts.ts';
import { Latest } from '../lib/latest.ts';

export interface DeliveryLineProps {
  /** The text of the outcome. */
  readonly outcome: string;
  /** How good the outcome is. */
  readonly style: 'good' | 'soft' | 'problem';
  readonly icon: IconName;
  /** The server's details. */
  readonly detail: string;
  /** Seconds since 1970. */
  readonly time: number;
  readonly children: ComponentChildren;
}

/** One delivery; its description is in `children`. */
export function DeliveryLine({ outcome, style, icon, detail, time, children }: DeliveryLineProps) {
  const viewer = useViewer();
  return (
    <li>
      <p>
        {children}
        <time title={fullTime(time, viewer)}>{dayAndTime(time, viewer)}</time>
      </p>
      <p class={style}>
        <Icon name={icon} />
        <span>
          {outcome}
          {detail !== '' && (
            <span lang="en" dir="auto">
              {detail}
            </span>
          )}
        </span>
      </p>
    </li>
  );
}

/**
 * The entries of a log, and a function to reload them. `load` returns undefined if it was refused, which is
 * then reported.
 */
export function useLog<T>(load: () => Promise<readonly T[] | undefined>, dependencies: readonly unknown[]) {
  const [all, setAll] = useState<readonly T[]>();
  const [isAsking, setAsking] = useState(true);
  const [attempts] = useState(() => new Latest());
  const reload = async () => {
    const isLast = attempts.begin();
    setAsking(true);
    const found = await load();
    if (!isLast()) return;
    setAsking(false);
    if (found) setAll(found);
  };
  useEffect(() => void reload(), dependencies);
  return { all, isAsking, reload };
}

export interface DeliveryLogProps {
  readonly log: Pick<ReturnType<typeof useLog>, 'all' | 'isAsking' | 'reload'>;
  readonly title: string;
  readonly text?: string;
  /** The number of entries as a text for screen readers. */
  readonly found: (count: number) => string;
  readonly none: string;
  readonly lines: readonly ComponentChildren[];
  /** Additional buttons. */
  readonly children?: ComponentChildren;
}

/** The log, with a button to reload it. */
export function DeliveryLog({ log, title, text, found, none, lines, children }: DeliveryLogProps) {
  const { all, isAsking, reload } = log;
  return (
    <section class="deliveries" aria-label={title} aria-busy={isAsking}>
      <h3>{title}</h3>
      {text !== undefined && <p class="soft">{text}</p>}
      <p role="status" class="only-spoken">
        {isAsking ? t('common.loading') : all && found(all.length)}
      </p>
      {all?.length === 0 && <p>{none}</p>}
      {lines.length > 0 && <ul>{lines}</ul>}
      <div class="buttons">
        <Button needsServer onClick={() => reload()}>
          {t('deliveries.again')}
        </Button>
        {children}
      </div>
    </section>
  );
}
