// Buttons: with words, or with a picture and a name that screen readers say and the tooltip shows.

import type { ButtonHTMLAttributes, ComponentChildren, Ref } from 'preact';
import { Icon } from './icon.tsx';
import type { IconName } from './icon-names.ts';

type Native = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'icon' | 'name' | 'ref'>;

export interface ButtonProps extends Native {
  readonly children: ComponentChildren;
  readonly kind?: 'primary' | 'danger' | 'plain';
  readonly icon?: IconName;
  readonly buttonRef?: Ref<HTMLButtonElement>;
}

export function Button({ children, kind = 'plain', icon, buttonRef, class: more, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
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

export function IconButton({ name, icon, keyHint, buttonRef, class: more, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={name}
      data-tip={keyHint ? `${name}  ${keyHint}` : name}
      {...rest}
      {...(buttonRef && { ref: buttonRef })}
      class={`icon-button ${more ?? ''}`}
    >
      <Icon name={icon} />
    </button>
  );
}
