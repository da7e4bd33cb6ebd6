// What the page does with what a device adds to a browser: the keyboard of a touch screen. Loaded after the first view.

import { followVisibleArea } from './follow-visible-area.ts';

export function followDevice(signal: AbortSignal): void {
  if (matchMedia('(any-pointer: coarse)').matches) followVisibleArea(signal);
}
