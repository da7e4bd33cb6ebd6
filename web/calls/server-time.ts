// Times that the server names, on devices whose clocks may be minutes wrong.

/** The server lets calls ring for this long. */
const RING_MILLISECONDS = 30_000;

/**
 * How long a call rings that has just begun to. The server sends none whose time is over, nor longer ones, so a clock that says
 * otherwise is wrong.
 * @param until seconds since 1970, by the server's clock
 * @param now milliseconds, by this device's
 */
export function ringMilliseconds(until: number, now: number): number {
  const left = until * 1000 - now;
  return left > 0 && left <= RING_MILLISECONDS ? left : RING_MILLISECONDS;
}

/** By how many seconds the server's clock is ahead of this device's; 0 if it cannot be asked. */
export async function serverSecondsAhead(
  ask: () => Promise<Response> = () => fetch('/json/server_settings', { cache: 'no-store' }),
): Promise<number> {
  try {
    const time = Date.parse((await ask()).headers.get('date') ?? '');
    return Number.isNaN(time) ? 0 : (time - Date.now()) / 1000;
  } catch {
    return 0;
  }
}
