// The items of an observable list in a component.

import { useEffect, useState } from 'preact/hooks';
import type { ObservableList } from './observable-list.ts';

export function useObservableList<T>(shown: ObservableList<T>): readonly T[] {
  const [items, setItems] = useState(shown.items);
  useEffect(() => {
    setItems(shown.items);
    return shown.listen(() => setItems(shown.items));
  }, [shown]);
  return items;
}
