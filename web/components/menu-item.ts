// An item of a menu, or a line between items.

import type { IconName } from './icon-names.ts';

export type MenuItem =
  | {
      readonly label: string;
      readonly icon?: IconName;
      readonly keyHint?: string;
      readonly isDanger?: boolean;
      /** For an item that is on or off. */
      readonly isChecked?: boolean;
      /** Whether exactly one of it and the items next to it is on. */
      readonly isChoice?: boolean;
      /** The name for screen readers, if the label says too little without the others. */
      readonly spoken?: string;
      /** Whether it is disabled while the server cannot be reached. */
      readonly needsServer?: boolean;
      readonly onChoose: () => void;
    }
  | 'line';
