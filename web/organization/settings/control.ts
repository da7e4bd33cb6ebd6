// The props of a setting's control.

import type { Setting } from './setting.ts';

type OfKind<K extends Setting['kind']> = Extract<Setting, { readonly kind: K }>;

export interface ControlProps<K extends Setting['kind'] = Setting['kind']> {
  readonly setting: OfKind<K>;
  readonly label: string;
  /** The value being saved, or the one in the state. */
  readonly value: unknown;
  /** The value in the state. */
  readonly current: unknown;
  readonly isLocked: boolean;
  /** The ids of the elements with the explanation and the outcome. */
  readonly describedBy: string;
  /** Sends a value in the server's form; `stateValue` is its form in the state. Returns whether it was accepted. */
  readonly save: (value: unknown, stateValue?: unknown) => Promise<boolean>;
  /** Call when something unsaved was typed. */
  readonly onTyped: () => void;
}
