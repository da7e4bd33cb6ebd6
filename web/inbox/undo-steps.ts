// The last actions on rows of conversations, each of which can be undone.

const MAX_STEPS = 10;

export interface UndoStep {
  /** The key of the row that the action was for, which is chosen again. */
  readonly key: string | undefined;
  readonly undo: () => unknown;
}

export class UndoSteps {
  #steps: readonly UndoStep[] = [];

  /** Adds a step; drops the oldest one if there are more than ten. */
  add(step: UndoStep): void {
    this.#steps = [...this.#steps, step].slice(-MAX_STEPS);
  }

  /** Takes a step, the last one by default; undefined if it was taken before. */
  take(step = this.#steps.at(-1)): UndoStep | undefined {
    if (!step || !this.#steps.includes(step)) return undefined;
    this.#steps = this.#steps.filter((other) => other !== step);
    return step;
  }
}
