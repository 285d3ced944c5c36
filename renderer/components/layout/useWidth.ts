import { type RefObject, useLayoutEffect, useState } from 'react';

/** The width of an element in CSS pixels, followed; before it is drawn, the window's. */
export function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(window.innerWidth);
  useLayoutEffect(() => {
    const observed = element.current;
    if (!observed) return;
    const measure = () => setWidth(observed.clientWidth);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(observed);
    return () => observer.disconnect();
  }, [element]);
  return width;
}
