// A form that is sent to the server: once at a time, with what was refused below what was typed. What stays open after it was
// taken has the focus in its first field again.

import type { ComponentChildren } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { Button, type ButtonProps, busy } from '../components/button.tsx';
import { ServerNeeded, useServer } from '../components/needs-server.tsx';
import type { Problem } from '../components/problem.ts';
import { Reason } from '../components/reason.tsx';
import { reasonOf } from '../data/attempt.ts';
import { tParts } from '../i18n/words.ts';
import { Sending, type Sent } from '../lib/sending.ts';

export interface BeingSent extends Sent<Problem> {
  /** Sends it, unless something is on its way. Gives whether it was sent and taken. */
  readonly send: (call: () => Promise<unknown>) => Promise<boolean>;
  /** What was refused is something else by now. */
  readonly forget: () => void;
}

/** Something that is sent once at a time; `wordsFor` says what went wrong, and throws a fault of the program again. */
export function useSending(wordsFor: (error: unknown) => Problem = reasonOf): BeingSent {
  const [now, setNow] = useState<Sent<Problem>>({ isBusy: false, problem: undefined });
  const [sending] = useState(() => new Sending<Problem>(wordsFor, setNow));
  return { ...now, send: (call) => sending.send(call), forget: () => sending.forget() };
}

export interface RefusedProps {
  readonly problem: Problem | undefined;
  /** Whether it is said that something was not saved. */
  readonly isUnsaved?: boolean | undefined;
  /** What else is to be known of it. */
  readonly details?: ComponentChildren;
}

/** What was refused, in words, which screen readers say as they come. */
export function Refused({ problem, isUnsaved = false, details }: RefusedProps) {
  if (!problem) return null;
  const reason = <Reason {...problem} />;
  return (
    <div class="problem" role="alert">
      <p>{isUnsaved ? tParts('settings.saveFailed', { reason }) : reason}</p>
      {details}
    </div>
  );
}

export interface SendButtonProps extends ButtonProps {
  readonly isReady?: boolean;
  readonly sending: Sent<Problem>;
}

/** The button of it. */
export function SendButton({ isReady = true, sending: { isBusy }, children, ...rest }: SendButtonProps) {
  return (
    <Button type="submit" kind="primary" needsServer disabled={!isReady} {...rest} {...(isBusy && busy)}>
      {children}
    </Button>
  );
}

export interface SendFormProps extends Pick<RefusedProps, 'isUnsaved' | 'details'> {
  readonly sending: BeingSent;
  /** Whether it can be sent as it is. */
  readonly isReady?: boolean;
  /** Throws where it is refused. */
  readonly onSend: () => Promise<unknown>;
  /** What it is called, where nothing around it says so. */
  readonly label?: string;
  /** By which a button elsewhere sends it. */
  readonly id?: string;
  readonly class?: string;
  readonly onKeyDown?: (event: KeyboardEvent) => void;
  readonly children: ComponentChildren;
  /** What its only button says. */
  readonly action?: string;
  /** Its buttons where there are others, below what was refused. */
  readonly buttons?: ComponentChildren;
}

const FIELD = ':is(input, textarea, select):not([type=checkbox], [type=radio], [type=file], [readonly])';

export function SendForm({
  sending,
  isReady = true,
  onSend,
  label,
  children,
  action,
  buttons,
  ...rest
}: SendFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const isThere = useServer();
  async function submit() {
    const hadFocus = form.current?.contains(document.activeElement);
    if (!(await sending.send(onSend)) || !hadFocus) return;
    // Its button may be one that cannot be pressed by now.
    form.current?.querySelector<HTMLElement>(FIELD)?.focus();
  }
  return (
    <form
      ref={form}
      id={rest.id}
      class={rest.class ?? 'fields'}
      aria-label={label}
      {...(rest.onKeyDown && { onKeyDown: rest.onKeyDown })}
      // The browser would say it in its own language.
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady && isThere) void submit();
      }}
    >
      {children}
      <Refused problem={sending.problem} isUnsaved={rest.isUnsaved} details={rest.details} />
      <ServerNeeded />
      {action !== undefined && (
        <div class="buttons">
          <SendButton sending={sending} isReady={isReady}>
            {action}
          </SendButton>
        </div>
      )}
      {buttons}
    </form>
  );
}
