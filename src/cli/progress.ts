// Shows the progress of slow commands on standard error.

/** Reports the progress of a stage; `all` is the total, if known. */
type Progress = (stage: string, done: number, all: number | undefined) => void;

const SHOW_MILLISECONDS = 1000;

/** Shows progress on standard error: one changing line at a terminal, otherwise a line per stage. */
export function progressOnStandardError(): Progress {
  const isTerminal = process.stderr.isTTY === true;
  let lastStage = '';
  let shownAt = 0;
  return (stage, done, all) => {
    const isNew = stage !== lastStage;
    const now = performance.now();
    if (!isNew && (!isTerminal || now - shownAt < SHOW_MILLISECONDS)) return;
    lastStage = stage;
    shownAt = now;
    const count = done === 0 ? '' : all === undefined ? ` ${done}` : ` ${done} of ${all}`;
    process.stderr.write(isTerminal ? `\r\x1b[K${stage}${count}` : `${stage}\n`);
  };
}

/** Runs work that shows its progress, and clears the changing line at its end. */
export async function withProgress<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } finally {
    endProgress();
  }
}

/** Clears the changing line. */
export function endProgress(): void {
  if (process.stderr.isTTY) process.stderr.write('\r\x1b[K');
}
