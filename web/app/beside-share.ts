// The share of the window that the conversation beside the view takes, in percent of the width of both.

export const sharesOfView = { least: 30, usual: 50, most: 70 } as const;

const STEP = 2;

function bounded(share: number): number {
  return Math.min(sharesOfView.most, Math.max(sharesOfView.least, Math.round(share)));
}

/** A share that an earlier page has stored; the usual one without it. */
export function storedShare(stored: unknown): number {
  return typeof stored === 'number' && Number.isFinite(stored) ? bounded(stored) : sharesOfView.usual;
}

/**
 * The share when the boundary is at a place.
 *
 * @param width of the view
 * @param total width of both, in the same unit
 */
export function shareAt(width: number, total: number): number {
  return total > 0 ? bounded(100 - (width / total) * 100) : sharesOfView.usual;
}

/** The share after a key on the boundary, which moves it as the arrow points; undefined for other keys. */
export function shareAfterKey(key: string, share: number, isRightToLeft: boolean): number | undefined {
  switch (key) {
    case 'ArrowLeft':
      return bounded(share + (isRightToLeft ? -STEP : STEP));
    case 'ArrowRight':
      return bounded(share + (isRightToLeft ? STEP : -STEP));
    case 'Home':
      return sharesOfView.most;
    case 'End':
      return sharesOfView.least;
    default:
      return undefined;
  }
}
