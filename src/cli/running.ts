// What the commands have in common that run until they are stopped: the address that they print, and how a signal ends
// them.

/** What remains after this is cut off. */
const STOP_MILLISECONDS = 4500;

/** The address of a server that listens; `host` may be an IPv6 address. */
export function addressOf(host: string, port: number): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** Ends the process cleanly at the first SIGTERM or SIGINT; what follows is passed over. */
export function stopOnSignal(close: () => Promise<void>): void {
  let isStopping = false;
  const stop = () => {
    if (isStopping) return;
    isStopping = true;
    setTimeout(() => process.exit(0), STOP_MILLISECONDS).unref();
    close().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}
