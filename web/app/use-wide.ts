// Whether the window is wide enough for the sidebar beside the view; the style sheets use the same width.

import { useEffect, useState } from 'preact/hooks';

const wide = '(width >= 68.75rem)';

export function useWide(): boolean {
  const [isWide, setWide] = useState(() => matchMedia(wide).matches);
  useEffect(() => {
    const query = matchMedia(wide);
    const update = () => setWide(query.matches);
    query.addEventListener('change', update);
    return () => query.removeEventListener('change', update);
  }, []);
  return isWide;
}
