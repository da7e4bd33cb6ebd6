// A decorative icon; the control around it has the accessible name.

import sprite from '../icons/sprite.svg';
import type { IconName } from './icon-names.ts';

export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg class="icon" aria-hidden="true">
      <use href={`${sprite}#${name}`} />
    </svg>
  );
}
