/** What the palette finds, and in which order. */
import { expect, test } from 'vitest';
import { type Candidate, commandCandidates, paletteItems } from './palette-items.tsx';

const page = (
  kind: 'Prompt' | 'Tool' | 'Server' | 'Source',
  name: string,
  more: Partial<Candidate> = {},
): Candidate => ({
  target: { selection: { kind: 'source', source: `${kind} ${name}` } },
  kind,
  name,
  ...more,
});
const candidates = [
  page('Server', 'team'),
  page('Prompt', 'review-code', { alias: 'Review against our checklist', around: 'team' }),
  page('Tool', 'review-checklist', { around: 'team' }),
  page('Source', 'our-docs'),
  page('Prompt', 'team', { around: 'Wolfram', isBuiltin: true }),
  ...commandCandidates(() => true),
];
const found = (query: string) => paletteItems(candidates, query, []).map(({ title, aside }) => `${title} (${aside})`);

test('prompts, tools, servers, sources and commands are found at once, each with its kind', () => {
  expect(found('review').slice(0, 2)).toEqual(['review-code (Prompt · team)', 'review-checklist (Tool · team)']);
  expect(found('our-docs')[0]).toBe('our-docs (Source)');
  expect(found('connect')[0]).toBe('Connect a client application (Command · Prompt)');
});

test('of equal names, an own thing comes before a built-in one', () => {
  expect(found('team').slice(0, 2)).toEqual(['team (Server)', 'team (Prompt · Wolfram)']);
});

test('the title of a prompt is found after names', () => {
  expect(found('checklist')).toEqual(['review-checklist (Tool · team)', 'review-code (Prompt · team)']);
});

test('without a query, recent pages come first', () => {
  const recent = [{ kind: 'source', source: 'Source our-docs' } as const];
  expect(paletteItems(candidates, '', recent)[0]?.title).toBe('our-docs');
});

test('every command is found by its title', () => {
  for (const { name } of commandCandidates(() => true)) expect(found(name)[0], name).toContain(name);
});
