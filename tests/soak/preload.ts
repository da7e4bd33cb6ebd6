// Preloaded into a server of the soak: sets its clock on request, and reports its memory.

const RealDate = Date;
let ahead = 0;

/** The clock of the process, which the soak moves. */
class MovedDate extends RealDate {
  constructor(...given: unknown[]) {
    if (given.length === 0) super(RealDate.now() + ahead);
    else super(...(given as [number]));
  }

  static override now(): number {
    return RealDate.now() + ahead;
  }
}
globalThis.Date = MovedDate as DateConstructor;

process.on('message', (message: { readonly ahead?: number }) => {
  if (message.ahead !== undefined) ahead = message.ahead;
  process.send?.({ memory: process.memoryUsage.rss() });
});
process.channel?.unref();
