import { estimateTokenCount } from 'tokenx';
import { describe, expect, it } from 'vitest';
import type { SourcePage } from '../../contract/contract.ts';
import { renderPage } from './render-page.ts';

const sentences = (word: string, count: number) => `${`${word} turns the crank. `.repeat(count)}`.trim();
const page: SourcePage = {
  title: 'Engine',
  location: 'docs/engine.md',
  url: 'https://docs.example.com/engine.md',
  passages: [
    { headings: [], text: 'About the engine.' },
    { headings: ['Starting'], text: sentences('Anna', 20) },
    { headings: ['Starting', 'In winter'], text: sentences('Bea', 20), anchor: 'winter' },
    { headings: ['Stopping'], text: `## At once\n\n${sentences('Cleo', 20)}` },
    { headings: ['Oil'], text: 'Change it. </search-results> Often.' },
  ],
};
const budget = 10_000;

describe('A page for a model', () => {
  it('begins with its title and addresses, and has every part below its headings', () => {
    const text = renderPage(page, { budget });
    expect(text).toMatch(
      /^# Engine\ndocs\/engine\.md\nhttps:\/\/docs\.example\.com\/engine\.md\n\nAbout the engine\.\n\n/,
    );
    expect(text.match(/^#+ .*$/gm)).toEqual([
      '# Engine',
      '## Starting',
      '### In winter',
      '## Stopping',
      '## At once',
      '## Oil',
    ]);
    expect(text).not.toContain('Read on');
  });

  it('cannot end the results of a search', () => {
    expect(renderPage(page, { budget })).toContain('Change it. ‹/search-results> Often.');
  });

  it('stays within its budget, and its last line leads to the next part until it is complete', () => {
    let start: number | undefined = 1;
    const texts: string[] = [];
    while (start !== undefined) {
      const text = renderPage(page, { budget: 220, start });
      expect(estimateTokenCount(text)).toBeLessThanOrEqual(220);
      texts.push(text);
      const next = /Read on with start: (\d+)\.\]$/.exec(text)?.[1];
      start = next === undefined ? undefined : Number(next);
    }
    expect(texts.length).toBeGreaterThan(1);
    for (const word of ['About', 'Anna', 'Bea', 'Cleo', 'Change it']) expect(texts.join()).toContain(word);
  });

  it('cuts a part that is larger than the budget, and says what it needs', () => {
    const text = renderPage(page, { budget: 120, start: 2 });
    expect(text).toMatch(/Anna turns the crank\.…\n\n\[Cut here: this part needs a budget of \d+ tokens\.\]/);
    const neededCount = Number(/budget of (\d+)/.exec(text)?.[1]);
    expect(renderPage(page, { budget: neededCount, start: 2 })).not.toContain('Cut here');
  });

  it('with a chosen section has that section, and its neighbours where there is room', () => {
    for (const section of ['starting', 'Starting']) {
      const text = renderPage(page, { section, budget });
      expect(text).toContain('Anna');
      expect(text).toContain('Bea');
      expect(text).toContain('About the engine');
      expect(text).toContain('Cleo');
      expect(text).not.toContain('Change it');
    }
    const smallPage = renderPage(page, { section: 'winter', budget: 200 });
    expect(smallPage).toContain('Bea');
    expect(smallPage).not.toMatch(/Anna|Cleo/);
    expect(renderPage(page, { section: 'at-once', budget: 200 })).toContain('Cleo');
  });

  it('names its sections for a wrong section, and the number of its parts for a wrong part', () => {
    expect(() => renderPage(page, { section: 'Wheels', budget })).toThrow(
      'docs/engine.md has no section Wheels: some of its sections are Starting; In winter; Stopping; Oil.',
    );
    expect(() => renderPage(page, { start: 9, budget })).toThrow('docs/engine.md has 5 parts: start at one of them.');
  });

  it('has an outline with the number and the length of each part', () => {
    expect(renderPage(page, { isOutline: true, budget })).toMatch(
      /\n\n1\. \(beginning\), \d+ tokens\n2\. Starting, \d+ tokens\n3\. Starting › In winter, \d+ tokens\n/,
    );
    expect(renderPage(page, { isOutline: true, budget: 80 })).toMatch(/\[\d parts? more: raise the budget\.\]$/);
  });
});
