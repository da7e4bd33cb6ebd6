// Stands in a folded state for what no event tells a client; it equals anything.

export const unknowable = '(not told by events)';
