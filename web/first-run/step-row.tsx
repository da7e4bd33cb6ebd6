// One of the first steps: its number or a check mark, its title and text, and its buttons.

import type { ComponentChildren } from 'preact';
import { Icon } from '../components/icon.tsx';
import { t } from '../i18n/texts.ts';

export interface StepRowProps {
  /** Its place in the list, from 1. */
  readonly number: number;
  readonly isDone: boolean;
  readonly title: string;
  readonly text?: string;
  /** The buttons beside the title. */
  readonly buttons?: ComponentChildren;
  /** What is below the text. */
  readonly children?: ComponentChildren;
}

export function StepRow({ number, isDone, title, text, buttons, children }: StepRowProps) {
  return (
    <li class={`first-step ${isDone ? 'done' : ''}`}>
      <span class="step-mark" aria-hidden="true">
        {isDone ? <Icon name="check" /> : number}
      </span>
      <div class="step-words">
        <h3>
          {isDone && <span class="only-spoken">{t('firstRun.isDone')} </span>}
          {title}
        </h3>
        {text !== undefined && !isDone && <p>{text}</p>}
      </div>
      {buttons && <div class="step-buttons">{buttons}</div>}
      {children && <div class="step-content">{children}</div>}
    </li>
  );
}
