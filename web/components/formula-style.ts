// The style sheet and fonts of formulas, loaded with the first formula.

import { loadStyleSheet } from './style-sheet.ts';

/** The address of the style sheet; inserted by the build. */
declare const FORMULA_STYLE: string;

/** Errors are ignored: a formula is readable without its style. */
export function loadFormulaStyle(): void {
  loadStyleSheet(FORMULA_STYLE).catch(() => undefined);
}
