import { useEffect, useRef, useState } from 'react';
import type { ListRow } from './list-rows.ts';

/** Gives the focus back to an entry whose field is gone, by its place: its name, and so its row, may be another now. */
export function useFocusedPlace(rows: readonly ListRow[]) {
  const frame = useRef<HTMLDivElement>(null);
  const [wanted, setWanted] = useState<number>();
  const id = wanted === undefined ? undefined : rows[wanted]?.id;
  useEffect(() => {
    if (id === undefined) return;
    // The list draws its rows after this one has rendered.
    const timer = requestAnimationFrame(() => {
      setWanted(undefined);
      // Who has gone elsewhere meanwhile stays there.
      if (document.activeElement !== document.body) return;
      frame.current?.querySelector<HTMLElement>(`[role=row][data-key="${CSS.escape(id)}"]`)?.focus();
    });
    return () => cancelAnimationFrame(timer);
  }, [id]);
  return { frame, focusPlace: setWanted };
}
