/** The number of hues in `styles/tokens.css`. */
const hues = 8;

/**
 * The hue of an argument, from its place among the declared ones (0 first): goes into `data-thread`, and `--thread`,
 * `--thread-soft` and `--thread-line` are then its colours for everything inside. Undefined for a place that does not exist.
 */
export function threadOf(place: number): number | undefined {
  return place < 0 ? undefined : (place % hues) + 1;
}
