// Buttons: with a label, or with an icon and a name for screen readers and the tooltip. If `onClick` returns
// a promise, the button is busy until it settles.

import type { ButtonHTMLAttributes, ComponentChildren, Ref } from 'preact';
import { t } from '../i18n/texts.ts';
import { Icon } from './icon.tsx';
import type { IconName } from './icon-names.ts';
import { useIsServerReachable } from './needs-server.tsx';
import { usePress } from './use-press.ts';

type Native = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'icon' | 'name' | 'ref'>;

/** Attributes of a busy button. It keeps the focus, which a disabled button would lose. */
export const busy = { 'aria-disabled': true, 'aria-busy': true } as const;

/** Attributes of a button that needs the server while it cannot be reached. It keeps the focus and explains why. */
function withoutServer() {
  const reason = t('common.needsServer');
  return { 'aria-disabled': true, 'aria-description': reason, 'data-tip': reason } as const;
}

/** The click handler of a button, unless it is busy, or needs the server and cannot reach it. */
function useButton(onClick: Native['onClick'], needsServer: boolean | undefined) {
  const isOffline = !useIsServerReachable() && needsServer === true;
  const { isBusy, onPress } = usePress(isOffline ? undefined : onClick);
  return {
    ...(isBusy && busy),
    ...(isOffline && withoutServer()),
    onClick(event: Parameters<NonNullable<Native['onClick']>>[0]) {
      // The button may submit a form.
      if (isOffline) event.preventDefault();
      onPress(event);
    },
  };
}

export interface ButtonProps extends Native {
  readonly children: ComponentChildren;
  readonly kind?: 'primary' | 'danger' | 'plain';
  readonly icon?: IconName;
  /** Whether it is disabled while the server cannot be reached. */
  readonly needsServer?: boolean;
  readonly buttonRef?: Ref<HTMLButtonElement>;
}

export function Button({
  children,
  kind = 'plain',
  icon,
  buttonRef,
  class: more,
  needsServer,
  onClick,
  ...rest
}: ButtonProps) {
  const pressed = useButton(onClick, needsServer);
  return (
    <button
      type="button"
      {...rest}
      {...pressed}
      {...(buttonRef && { ref: buttonRef })}
      class={`button ${kind} ${more ?? ''}`}
    >
      {icon && <Icon name={icon} />}
      {children}
    </button>
  );
}

export interface IconButtonProps extends Native {
  /** The accessible name, also shown as the tooltip. */
  readonly name: string;
  readonly icon: IconName;
  /** A keyboard shortcut, shown next to the name. */
  readonly keyHint?: string;
  readonly needsServer?: boolean;
  readonly buttonRef?: Ref<HTMLButtonElement>;
}

export function IconButton({
  name,
  icon,
  keyHint,
  buttonRef,
  class: more,
  needsServer,
  onClick,
  ...rest
}: IconButtonProps) {
  const pressed = useButton(onClick, needsServer);
  return (
    <button
      type="button"
      aria-label={name}
      data-tip={keyHint ? `${name}  ${keyHint}` : name}
      {...rest}
      {...pressed}
      {...(buttonRef && { ref: buttonRef })}
      class={`icon-button ${more ?? ''}`}
    >
      <Icon name={icon} />
    </button>
  );
}
