import { useEffect, useState } from 'react';

/** How much is estimated at a time, in UTF-16 code units: a millisecond or two of work between frames. */
const sliceLength = 8_000;
/** How long the text must be unchanged before it is estimated. */
const pauseMs = 150;

/**
 * Estimates how many tokens a text has; undefined before the first estimate. While the text changes, the previous number
 * is kept. The work is done in slices when the page is otherwise idle.
 */
export function useTokenEstimate(text: string | undefined): number | undefined {
  const [tokens, setTokens] = useState<number>();
  useEffect(() => {
    if (text === undefined) return;
    let isOver = false;
    const timer = setTimeout(async () => {
      const { estimateTokenCount } = await import('tokenx');
      let sum = 0;
      for (let start = 0; start < text.length && !isOver; start += sliceLength) {
        sum += estimateTokenCount(text.slice(start, start + sliceLength));
        await new Promise((resolve) => setTimeout(resolve));
      }
      if (!isOver) setTokens(sum);
    }, pauseMs);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [text]);
  return tokens;
}
