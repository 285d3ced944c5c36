import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const css = readFileSync(new URL('tokens.css', import.meta.url), 'utf8');

/** The colours of a token in every theme, as lightness, chroma and hue. */
function coloursOf(token: string): number[][] {
  const pairs = css.matchAll(new RegExp(`--${token}: light-dark\\((.+)\\);`, 'g'));
  return [...pairs].flatMap(([, pairText = '']) =>
    [...pairText.matchAll(/oklch\(([\d.]+)% ([\d.]+) ([\d.]+)\)/g)].map((part) => part.slice(1).map(Number)),
  );
}

test.each(['', '-soft', '-line'])(
  'search results are grey in every theme, and every argument has a hue (%s)',
  (part) => {
    const foundColours = coloursOf(`thread-found${part}`);
    expect(foundColours).toHaveLength(4);
    for (const [, chroma = 1] of foundColours) expect(chroma).toBeLessThan(0.015);
    for (let hue = 1; hue <= 8; hue++) {
      const colours = coloursOf(`thread-${hue}${part}`);
      expect(colours).toHaveLength(4);
      for (const [, chroma = 0] of colours) expect(chroma).toBeGreaterThanOrEqual(0.03);
    }
  },
);
