// Buttons: with words, or with a picture and a name that screen readers say and the tooltip shows. What a press of one gives
// is awaited before it can be pressed again.

import type { ButtonHTMLAttributes, ComponentChildren, Ref } from 'preact';
import { Icon } from './icon.tsx';
import type { IconName } from './icon-names.ts';
import { usePress } from './use-press.ts';

type Native = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'icon' | 'name' | 'ref'>;

/** It keeps the focus while it waits, which a disabled one would lose. */
export const busy = { 'aria-disabled': true, 'aria-busy': true } as const;

export interface ButtonProps extends Native {
  readonly children: ComponentChildren;
  readonly kind?: 'primary' | 'danger' | 'plain';
  readonly icon?: IconName;
  readonly buttonRef?: Ref<HTMLButtonElement>;
}

export function Button({
  children,
  kind = 'plain',
  icon,
  buttonRef,
  class: more,
  onClick,
  ...rest
}: ButtonProps) {
  const { isBusy, onPress } = usePress(onClick);
  return (
    <button
      type="button"
      {...rest}
      {...(isBusy && busy)}
      onClick={onPress}
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
  readonly buttonRef?: Ref<HTMLButtonElement>;
}

export function IconButton({
  name,
  icon,
  keyHint,
  buttonRef,
  class: more,
  onClick,
  ...rest
}: IconButtonProps) {
  const { isBusy, onPress } = usePress(onClick);
  return (
    <button
      type="button"
      aria-label={name}
      data-tip={keyHint ? `${name}  ${keyHint}` : name}
      {...rest}
      {...(isBusy && busy)}
      onClick={onPress}
      {...(buttonRef && { ref: buttonRef })}
      class={`icon-button ${more ?? ''}`}
    >
      <Icon name={icon} />
    </button>
  );
}
