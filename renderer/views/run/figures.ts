/** Figures of runs for people. */

/** `40 ms`, `1.3 s`, `2 min 5 s`. */
export function formatDuration(milliseconds: number): string {
  if (milliseconds < 1000) return `${Math.round(milliseconds)} ms`;
  const seconds = milliseconds / 1000;
  if (seconds < 59.95) return `${seconds.toFixed(1)} s`;
  const wholeSeconds = Math.round(seconds);
  return `${Math.floor(wholeSeconds / 60)} min ${wholeSeconds % 60} s`;
}

/** US dollars, with as many digits as tell anything: `$1.20`, `$0.0012`. */
export function formatCost(dollars: number): string {
  if (dollars === 0) return '$0';
  const digits = dollars >= 0.1 ? 2 : Math.min(8, 1 - Math.floor(Math.log10(dollars)));
  return `$${dollars.toFixed(digits)}`;
}
