// How this device enters a call.

export interface StartOptions {
  readonly hasCamera?: boolean;
  /** Whether this device takes the place of another one. */
  readonly takesOver?: boolean;
  readonly isMuted?: boolean;
}
