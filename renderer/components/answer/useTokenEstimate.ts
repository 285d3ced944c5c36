import { useEffect, useState } from 'react';

/** So much is estimated in one go: a millisecond or two, between frames. UTF-16 code units. */
const slice = 8_000;
/** From the last change of the text to the estimate, in milliseconds. */
const pause = 150;

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
      for (let start = 0; start < text.length && !isOver; start += slice) {
        sum += estimateTokenCount(text.slice(start, start + slice));
        await new Promise((resolve) => setTimeout(resolve));
      }
      if (!isOver) setTokens(sum);
    }, pause);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [text]);
  return tokens;
}
