// The searches last made in this browser, the most recent first.

const MAX_SEARCHES = 5;

const nameFor = (ownId: number) => `searches ${ownId}`;

export function recentSearches(ownId: number): readonly string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(nameFor(ownId)) ?? '[]');
    return Array.isArray(stored) ? stored.map(String).slice(0, MAX_SEARCHES) : [];
  } catch {
    return [];
  }
}

export function rememberSearch(ownId: number, text: string): void {
  const texts = [text, ...recentSearches(ownId).filter((other) => other !== text)].slice(0, MAX_SEARCHES);
  try {
    localStorage.setItem(nameFor(ownId), JSON.stringify(texts));
  } catch {
    // The browser stores nothing.
  }
}
