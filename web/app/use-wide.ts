// Whether the window is wide enough for the sidebar to stand beside the view; the style sheets have the same width.

import { useEffect, useState } from 'preact/hooks';

const wide = '(width >= 68.75rem)';

export function useWide(): boolean {
  const [isWide, setWide] = useState(() => matchMedia(wide).matches);
  useEffect(() => {
    const query = matchMedia(wide);
    const look = () => setWide(query.matches);
    query.addEventListener('change', look);
    return () => query.removeEventListener('change', look);
  }, []);
  return isWide;
}
