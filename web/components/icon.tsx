// A picture of a control. It says nothing by itself: the control has the name.

import sprite from '../icons/sprite.svg';
import type { IconName } from './icon-names.ts';

export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg class="icon" aria-hidden="true">
      <use href={`${sprite}#${name}`} />
    </svg>
  );
}
