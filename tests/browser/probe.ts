// A probe for scroll stability: whether a row in the middle moves by exactly the scrolled distance.

export interface Probed {
  /** Deviations of the row above 2 px. */
  readonly jumps: readonly string[];
  /** The maximum number of rows in the document. */
  readonly most: number;
}

/** The body of a function for the page, which scrolls in steps and returns `Probed`. */
export function probeBody(pixels: number, steps: number): string {
  return `
    const scroller = document.querySelector('.feed-scroll');
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    const jumps = [];
    let most = 0;
    for (let step = 0; step < ${steps}; step += 1) {
      const middle = scroller.getBoundingClientRect().top + scroller.clientHeight / 2;
      const rows = [...scroller.querySelectorAll('article')];
      most = Math.max(most, rows.length);
      const row = rows.find((one) => one.getBoundingClientRect().bottom > middle);
      if (!row) continue;
      const before = row.getBoundingClientRect().top;
      const from = scroller.scrollTop;
      scroller.scrollTop += ${pixels};
      const scrolled = scroller.scrollTop - from;
      await frame();
      await frame();
      const off = row.isConnected ? row.getBoundingClientRect().top - (before - scrolled) : 1e6;
      if (Math.abs(off) > 2) jumps.push('step ' + step + ': ' + off + ' px, message ' + row.dataset.id);
    }
    return { jumps, most };`;
}
