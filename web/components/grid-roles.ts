// The roles of a grid whose rows have the focus instead of their cells, as attributes. It is not a table, since its rows
// are laid out by a CSS grid.

/** A grid with an accessible name. */
export const gridNamed = (name: string) => ({ role: 'grid', 'aria-label': name }) as const;
export const gridRow = { role: 'row' } as const;
export const gridCell = { role: 'gridcell' } as const;
/** The head of a group of rows. */
export const groupHead = { role: 'rowheader' } as const;
export const columnHead = { role: 'columnheader' } as const;
