// Buttons: with words, or with a picture and a name that screen readers say and the tooltip shows. What a press of one gives
// is awaited before it can be pressed again.

import type { ButtonHTMLAttributes, ComponentChildren, Ref } from 'preact';
import { t } from '../i18n/words.ts';
import { Icon } from './icon.tsx';
import type { IconName } from './icon-names.ts';
import { useServer } from './needs-server.tsx';
import { usePress } from './use-press.ts';

type Native = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'icon' | 'name' | 'ref'>;

/** It keeps the focus while it waits, which a disabled one would lose. */
export const busy = { 'aria-disabled': true, 'aria-busy': true } as const;

/** For a button that does nothing while the server does not answer, which it says. It keeps the focus too. */
function withoutServer() {
  const reason = t('parts.needsServer');
  return { 'aria-disabled': true, 'aria-description': reason, 'data-tip': reason } as const;
}

/** What a press of a button does, unless it waits, or needs the server and has none. */
function useButton(onClick: Native['onClick'], needsServer: boolean | undefined) {
  const isCutOff = !useServer() && needsServer === true;
  const { isBusy, onPress } = usePress(isCutOff ? undefined : onClick);
  return {
    ...(isBusy && busy),
    ...(isCutOff && withoutServer()),
    onClick(event: Parameters<NonNullable<Native['onClick']>>[0]) {
      // It may be one that sends a form.
      if (isCutOff) event.preventDefault();
      onPress(event);
    },
  };
}

export interface ButtonProps extends Native {
  readonly children: ComponentChildren;
  readonly kind?: 'primary' | 'danger' | 'plain';
  readonly icon?: IconName;
  /** Whether it does nothing while the server does not answer. */
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
  /** What it is called, and what its tooltip says. */
  readonly name: string;
  readonly icon: IconName;
  /** A key, shown beside the name. */
  readonly keyHint?: string;
  /** As that of a button with words. */
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
