// The style and fonts of formulas, loaded with the first formula that is shown.

/** The address of the sheet; put in when the client is built. */
declare const FORMULA_STYLE: string;

let isLoaded = false;

export function loadFormulaStyle(): void {
  if (isLoaded) return;
  isLoaded = true;
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = FORMULA_STYLE;
  document.head.append(link);
}
