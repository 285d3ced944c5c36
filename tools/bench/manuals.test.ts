import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { folderOf, gradesByPage, manuals, pageNameOf, placeOf, questionsOf } from './manuals.mjs';
import { book } from './search-book.mjs';
import { isOverlap, passageSpans, sectionsOf } from './sections.mjs';

const kinds = ['how', 'keywords', 'symptom', 'symbol', 'foreign', 'misspelled', 'chat', 'vague', 'comparison', 'none'];

describe.each(manuals)('The judged questions over $name', (manual) => {
  const questions = questionsOf(manual);
  const questionsIn = (kind: string, half?: string) =>
    questions.filter((question) => question.kind === kind && (!half || question.set === half));

  test('are numbered in order, and the number decides the half', () => {
    expect(questions.length).toBeGreaterThanOrEqual(80);
    expect(questions.map(({ number }) => number)).toEqual(questions.map((_, index) => index + 1));
    for (const { number, set } of questions) expect(set, `${number}`).toBe(number % 2 === 0 ? 'tune' : 'final');
  });

  test('are of every kind in both halves, and none is repeated', () => {
    expect([...new Set(questions.map(({ kind }) => kind))].sort()).toEqual([...kinds].sort());
    for (const kind of kinds) {
      const halves = ['tune', 'final'].map((half) => questionsIn(kind, half).length) as [number, number];
      expect(Math.min(...halves), kind).toBeGreaterThanOrEqual(4);
      expect(Math.abs(halves[0] - halves[1]), kind).toBeLessThanOrEqual(1);
    }
    expect(new Set(questions.map(({ question }) => question.toLowerCase())).size).toBe(questions.length);
  });

  test('have grades from 1 to 3 with an answer, unless no page answers them', () => {
    expect(questionsIn('none').length).toBeGreaterThanOrEqual(12);
    for (const { kind, question, relevant } of questions) {
      const grades = Object.values(relevant);
      for (const grade of grades) expect([1, 2, 3], question).toContain(grade);
      if (kind === 'none') expect(grades, question).toEqual([]);
      else expect(Math.max(...grades), question).toBe(3);
    }
  });

  test('name pages and sections that the documentation has', ({ skip }) => {
    const folder = folderOf(manual);
    if (folder === undefined) return skip(`Debian's package ${manual.package} is not on this machine`);
    const places = new Set(questions.flatMap(({ relevant }) => Object.keys(relevant)));
    const pages = new Map<string, string>();
    for (const { page, anchor } of [...places].map(placeOf)) {
      const file = join(folder, `${page}.html`);
      if (!pages.has(page)) pages.set(page, existsSync(file) ? readFileSync(file, 'utf8') : '');
      expect(pages.get(page), page).not.toBe('');
      if (anchor === undefined) continue;
      const element = pages.get(page)?.split(` id="${anchor}"`)[1];
      expect(element, `${page}#${anchor}`).toBeDefined();
      expect(element, `${page}#${anchor} is an empty label: name its section`).not.toMatch(/^><\/(span|a)>/);
    }
  });
});

test('the judged questions over a book name sections, and the number decides the half', () => {
  const questions = questionsOf(book);
  expect(questions.length).toBeGreaterThanOrEqual(40);
  questions.forEach(({ number, set, kind, question, relevant }, index) => {
    expect(number).toBe(index + 1);
    expect(set, question).toBe(number % 2 === 0 ? 'tune' : 'final');
    expect(kinds).toContain(kind);
    const grades = Object.values(relevant);
    expect(Math.max(0, ...grades), question).toBe(kind === 'none' ? 0 : 3);
  });
});

test('a page has the highest grade of its sections', () => {
  expect(gradesByPage({ 'a#x': 1, 'a#y': 3, a: 2, b: 1 })).toEqual({ a: 3, b: 1 });
});

test('a page has one name in each format', () => {
  expect(['library/json.html', '_sources/library/json.rst.txt'].map(pageNameOf)).toEqual([
    'library/json',
    'library/json',
  ]);
});

describe('A passage has text of a section', () => {
  const { text, sections } = sectionsOf(`<h1>Page</h1> start
    <section id="one"><h2>One ¶</h2> first &amp; <section id="inner"><h3>In</h3> deep</section></section>
    <section id="two"><h2>Two</h2><dl><dt id="f">f()</dt><dd>does <b>this</b></dd><dt id="g">g()</dt><dd>that</dd></dl>
    </section>`);
  const spans = passageSpans(
    ['Page start', '# One\n\nfirst &', '## In\n\ndeep', 'Two\n\nf()', 'does this, g()', 'that'],
    text,
  );
  const passagesHolding = (anchor: string) => {
    const section = sections.get(anchor);
    return [...spans].flatMap(([passage, span]) => (section && isOverlap(span, section) ? [passage] : []));
  };

  test.each([
    ['with a section inside it', 'one', ['# One\n\nfirst &', '## In\n\ndeep']],
    ['inside another', 'inner', ['## In\n\ndeep']],
    ['that is a term with its description', 'f', ['Two\n\nf()', 'does this, g()']],
    ['that begins at the end of a passage', 'g', ['does this, g()', 'that']],
  ])('%s', (_, anchor, passages) => {
    expect(passagesHolding(anchor)).toEqual(passages);
  });
});
