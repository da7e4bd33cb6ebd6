// How far a command is that takes its time, shown on standard error.

/** Says how far the work is; `all` where that is known. */
type Progress = (stage: string, done: number, all: number | undefined) => void;

const SHOW_MILLISECONDS = 1000;

/** Shows progress on standard error: one line that changes in a terminal, else a line for each stage. */
export function shownProgress(): Progress {
  const isTerminal = process.stderr.isTTY === true;
  let last = '';
  let shownAt = 0;
  return (stage, done, all) => {
    const isNew = stage !== last;
    const now = performance.now();
    if (!isNew && (!isTerminal || now - shownAt < SHOW_MILLISECONDS)) return;
    last = stage;
    shownAt = now;
    const count = done === 0 ? '' : all === undefined ? ` ${done}` : ` ${done} of ${all}`;
    process.stderr.write(isTerminal ? `\r\x1b[K${stage}${count}` : `${stage}\n`);
  };
}

/** Ends the line that changes. */
export function endProgress(): void {
  if (process.stderr.isTTY) process.stderr.write('\r\x1b[K');
}
