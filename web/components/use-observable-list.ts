// The items of an observable list in a component.

import { useEffect, useState } from 'preact/hooks';
import type { ObservableList } from './observable-list.ts';

export function useObservableList<T>(list: ObservableList<T>): readonly T[] {
  const [items, setItems] = useState(list.items);
  useEffect(() => {
    setItems(list.items);
    return list.listen(() => setItems(list.items));
  }, [list]);
  return items;
}
