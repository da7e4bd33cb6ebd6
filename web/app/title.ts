// The title of the page and its icon, which say what waits while one is elsewhere.

import type { State } from '../../client/state/state.ts';
import { unreadCounts } from '../store/unread-counts.ts';

/** What the person wants counted in the title. */
export function countedUnread(state: State): number {
  const counts = unreadCounts(state);
  switch (state.user_settings?.desktop_icon_count_display) {
    case 1:
      return counts.total;
    case 4:
      return 0;
    default:
      return counts.direct + counts.mentions;
  }
}

export function titleText(name: string, organization: string, count: number): string {
  const parts = [name, organization].filter((part) => part !== '');
  return `${count > 0 ? `(${count > 99 ? '99+' : count}) ` : ''}${parts.join(' · ')}`;
}

const SIZE = 64;
let plain: string | undefined;
let drawn = -1;

/** A dot with the count over the icon of the page. */
export async function showIconCount(count: number): Promise<void> {
  const link = document.querySelector<HTMLLinkElement>('link[rel=icon]');
  // More than that is drawn as that.
  const shown = Math.min(count, 99);
  if (!link || shown === drawn) return;
  drawn = shown;
  plain ??= link.href;
  if (shown === 0) {
    link.href = plain;
    return;
  }
  const image = new Image();
  image.src = plain;
  // A picture that cannot be shown is drawn as nothing, and the count stands alone.
  await image.decode().catch(() => undefined);
  const canvas = Object.assign(document.createElement('canvas'), { width: SIZE, height: SIZE });
  const context = canvas.getContext('2d');
  if (!context || drawn !== shown) return;
  if (image.naturalWidth > 0) context.drawImage(image, 0, 0, SIZE, SIZE);
  context.fillStyle = '#b32322';
  context.beginPath();
  context.arc(SIZE * 0.66, SIZE * 0.34, SIZE * 0.34, 0, 2 * Math.PI);
  context.fill();
  context.fillStyle = '#ffffff';
  context.font = `bold ${shown > 9 ? 28 : 36}px sans-serif`;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.fillText(String(shown), SIZE * 0.66, SIZE * 0.36);
  link.href = canvas.toDataURL();
}
