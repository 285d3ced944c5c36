/** @returns a function for the 1-based line number of an offset in the text */
export function lineNumbers(text: string): (at: number) => number {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return (at) => {
    let low = 0;
    let high = starts.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((starts[middle] as number) <= at) low = middle;
      else high = middle;
    }
    return low + 1;
  };
}
