// Reports to the long lists of one scroller which part of it is in view, all in one turn: if each listened by itself, the
// rows that one renders would make the next one's measurement lay out the page.

/** The visible part of a scroller, in pixels. */
export interface VisibleArea {
  /** Its top on the page. */
  readonly top: number;
  readonly height: number;
}

type Listener = (area: VisibleArea) => void;

class ScrollerArea {
  readonly #scroller: Element;
  readonly #listeners = new Set<Listener>();
  readonly #sizes = new ResizeObserver(() => this.#notify());
  readonly #onScroll = () => this.#notify();

  constructor(scroller: Element) {
    this.#scroller = scroller;
  }

  listen(list: Element, listener: Listener): () => void {
    if (this.#listeners.size === 0) this.#start();
    this.#listeners.add(listener);
    this.#sizes.observe(list);
    return () => {
      this.#listeners.delete(listener);
      this.#sizes.unobserve(list);
      if (this.#listeners.size === 0) this.#stop();
    };
  }

  #start(): void {
    this.#scroller.addEventListener('scroll', this.#onScroll, { passive: true });
    this.#sizes.observe(this.#scroller);
    // Lists move when something above them changes its height.
    for (const part of this.#scroller.children) this.#sizes.observe(part);
  }

  #stop(): void {
    this.#scroller.removeEventListener('scroll', this.#onScroll);
    this.#sizes.disconnect();
  }

  #notify(): void {
    const area = { top: this.#scroller.getBoundingClientRect().top, height: this.#scroller.clientHeight };
    for (const listener of this.#listeners) listener(area);
  }
}

const areas = new WeakMap<Element, ScrollerArea>();

/**
 * Calls the listener before the list is painted first, and whenever its scroller is scrolled or something in it changes
 * its height.
 */
export function followScroller(scroller: Element, list: Element, listener: Listener): () => void {
  const area = areas.get(scroller) ?? new ScrollerArea(scroller);
  areas.set(scroller, area);
  return area.listen(list, listener);
}
