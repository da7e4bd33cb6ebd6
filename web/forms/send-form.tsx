// A form that is submitted to the server once at a time, with errors shown below its fields. If it stays open
// after success, its first field gets the focus again.

import type { ComponentChildren } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { Button, type ButtonProps, busy } from '../components/button.tsx';
import { ErrorMessage } from '../components/error-message.tsx';
import type { ErrorText } from '../components/error-text.ts';
import { ServerNeededNote, useIsServerReachable } from '../components/needs-server.tsx';
import { errorTextOf } from '../data/attempt.ts';
import { tParts } from '../i18n/texts.ts';
import { Submission, type SubmissionState } from '../lib/submission.ts';

export interface FormSubmission extends SubmissionState<ErrorText> {
  /** Sends, unless a submission is running. Returns whether it was sent and accepted. */
  readonly send: (call: () => Promise<unknown>) => Promise<boolean>;
  /** Clears the error, because the input has changed. */
  readonly clearOutcome: () => void;
}

/** The state of a submission. `describe` returns the text of an error and rethrows bugs. */
export function useSubmission(describe: (error: unknown) => ErrorText = errorTextOf): FormSubmission {
  const [now, setNow] = useState<SubmissionState<ErrorText>>({ isBusy: false, error: undefined });
  const [sending] = useState(() => new Submission<ErrorText>(describe, setNow));
  return { ...now, send: (call) => sending.send(call), clearOutcome: () => sending.clearOutcome() };
}

export interface FormErrorProps {
  readonly error: ErrorText | undefined;
  /** Whether the error is worded as a failure to save. */
  readonly isUnsaved?: boolean | undefined;
  /** Additional information. */
  readonly details?: ComponentChildren;
}

/** The error text, announced by screen readers. */
export function FormError({ error, isUnsaved = false, details }: FormErrorProps) {
  if (!error) return null;
  const reason = <ErrorMessage {...error} />;
  return (
    <div class="problem" role="alert">
      <p>{isUnsaved ? tParts('error.saveFailed', { reason }) : reason}</p>
      {details}
    </div>
  );
}

export interface SendButtonProps extends ButtonProps {
  readonly isReady?: boolean;
  readonly sending: SubmissionState<ErrorText>;
}

export function SubmitButton({ isReady = true, sending: { isBusy }, children, ...rest }: SendButtonProps) {
  return (
    <Button type="submit" kind="primary" needsServer disabled={!isReady} {...rest} {...(isBusy && busy)}>
      {children}
    </Button>
  );
}

export interface SendFormProps extends Pick<FormErrorProps, 'isUnsaved' | 'details'> {
  readonly sending: FormSubmission;
  /** Whether the input can be submitted. */
  readonly isReady?: boolean;
  /** Throws if it is refused. */
  readonly onSend: () => Promise<unknown>;
  /** The accessible name, if nothing around the form provides it. */
  readonly label?: string;
  /** Lets a button outside the form submit it. */
  readonly id?: string;
  readonly class?: string;
  readonly onKeyDown?: (event: KeyboardEvent) => void;
  readonly children: ComponentChildren;
  /** The label of its only button. */
  readonly action?: string;
  /** Several buttons instead, below the error. */
  readonly buttons?: ComponentChildren;
}

const FIELD = ':is(input, textarea, select):not([type=checkbox], [type=radio], [type=file], [readonly])';

export function SubmitForm({
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
  const isReachable = useIsServerReachable();
  async function submit() {
    const hadFocus = form.current?.contains(document.activeElement);
    if (!(await sending.send(onSend)) || !hadFocus) return;
    // The submit button may be disabled by now.
    form.current?.querySelector<HTMLElement>(FIELD)?.focus();
  }
  return (
    <form
      ref={form}
      id={rest.id}
      class={rest.class ?? 'fields'}
      aria-label={label}
      {...(rest.onKeyDown && { onKeyDown: rest.onKeyDown })}
      // The browser's validation messages would be in its own language.
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady && isReachable) void submit();
      }}
    >
      {children}
      <FormError error={sending.error} isUnsaved={rest.isUnsaved} details={rest.details} />
      <ServerNeededNote />
      {action !== undefined && (
        <div class="buttons">
          <SubmitButton sending={sending} isReady={isReady}>
            {action}
          </SubmitButton>
        </div>
      )}
      {buttons}
    </form>
  );
}
