import type { CSSProperties } from 'react';

/** The number of characters of the longest name, for the column of names in `ArgumentTable.module.css`. */
export function longestNameStyle(names: readonly string[]): CSSProperties {
  const style: CSSProperties & { readonly '--longest-name': number } = {
    '--longest-name': Math.max(0, ...names.map((name) => name.length)),
  };
  return style;
}
