// What a control of a setting is given.

import type { Setting } from './setting.ts';

type OfKind<K extends Setting['kind']> = Extract<Setting, { readonly kind: K }>;

export interface ControlProps<K extends Setting['kind'] = Setting['kind']> {
  readonly setting: OfKind<K>;
  readonly label: string;
  /** What is being saved, or as the state has it. */
  readonly value: unknown;
  /** As the state has it. */
  readonly present: unknown;
  readonly isLocked: boolean;
  /** The ids of what explains it and says what became of it. */
  readonly describedBy: string;
  /** Sends it as the server takes it; `shown`: as the state will have it. Whether it was taken. */
  readonly save: (value: unknown, shown?: unknown) => Promise<boolean>;
  /** To be called as something is typed, which is not saved yet. */
  readonly onTyped: () => void;
}
