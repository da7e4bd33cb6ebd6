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
      /** Whether it is disabled while the server cannot be reached. */
      readonly needsServer?: boolean;
      readonly onChoose: () => void;
    }
  | 'line';
