// The style and fonts of formulas, loaded with the first formula that is shown.

import { loadSheet } from './style-sheet.ts';

/** The address of the sheet; put in when the client is built. */
declare const FORMULA_STYLE: string;

/** A formula without its style can still be read. */
export function loadFormulaStyle(): void {
  loadSheet(FORMULA_STYLE).catch(() => undefined);
}
