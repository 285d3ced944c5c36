import { useEffect, useState } from 'react';

/** So much is estimated in one go: a millisecond or two, between frames. UTF-16 code units. */
const sliceLength = 8_000;
/** From the last change of the text to the estimate, in milliseconds. */
const pauseMs = 150;

/**
 * About how many tokens a text is to a model; nothing before the first estimate. While a text changes the number before
 * stays. Worked out after everything else, in slices.
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
