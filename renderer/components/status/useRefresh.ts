import { useEffect, useRef } from 'react';
import { inBackground } from '../../in-background.ts';

/**
 * Reads again what other programs change: at an interval while the window is visible, and when it gets the focus.
 * @param refresh the next one starts after it has ended
 */
export function useRefresh(refresh: () => Promise<unknown>, intervalMs: number): void {
  const newestRefresh = useRef(refresh);
  newestRefresh.current = refresh;
  useEffect(() => {
    let isBusy = false;
    const run = async () => {
      if (isBusy || document.visibilityState === 'hidden') return;
      isBusy = true;
      await newestRefresh.current().finally(() => {
        isBusy = false;
      });
    };
    const start = () => inBackground(run());
    const timer = setInterval(start, intervalMs);
    window.addEventListener('focus', start);
    return () => {
      clearInterval(timer);
      window.removeEventListener('focus', start);
    };
  }, [intervalMs]);
}
