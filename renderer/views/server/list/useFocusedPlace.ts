import { useEffect, useRef, useState } from 'react';
import type { ListRow } from './list-rows.ts';

/** Returns the focus to an entry after its field closes. Finds it by index, because a rename changes its id. */
export function useFocusedPlace(rows: readonly ListRow[]) {
  const frame = useRef<HTMLDivElement>(null);
  const [wanted, setWanted] = useState<number>();
  const id = wanted === undefined ? undefined : rows[wanted]?.id;
  useEffect(() => {
    if (id === undefined) return;
    // The list renders its rows after this component.
    const timer = requestAnimationFrame(() => {
      setWanted(undefined);
      // Leaves the focus alone if the person moved it meanwhile.
      if (document.activeElement !== document.body) return;
      frame.current?.querySelector<HTMLElement>(`[role=row][data-key="${CSS.escape(id)}"]`)?.focus();
    });
    return () => cancelAnimationFrame(timer);
  }, [id]);
  return { frame, focusPlace: setWanted };
}
