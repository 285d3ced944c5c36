/** What the palette finds, and in which order. */
import { expect, test } from 'vitest';
import { namesPlaceholder, noMatches, noMatchingNames } from './kinds.tsx';
import { type Candidate, commandCandidates, paletteItems, textSearch } from './palette-items.tsx';

const page = (
  kind: 'Prompt' | 'Tool' | 'Skill' | 'Server' | 'Source',
  name: string,
  fields: Partial<Candidate> = {},
): Candidate => ({
  target: { selection: { kind: 'source', source: `${kind} ${name}` } },
  kind,
  name,
  ...fields,
});
const candidates = [
  page('Server', 'team'),
  page('Prompt', 'review-code', { alias: 'Review against our checklist', around: 'team' }),
  page('Tool', 'review-checklist', { around: 'team' }),
  page('Source', 'our-docs'),
  page('Prompt', 'team', { around: 'Wolfram', isBuiltin: true }),
  ...commandCandidates(() => true),
];
const findTitles = (query: string) =>
  paletteItems(candidates, query, []).items.map(({ title, aside }) => `${title} (${aside})`);

test('prompts, tools, servers, sources and commands are found at once, each with its kind', () => {
  expect(findTitles('review').slice(0, 2)).toEqual(['review-code (Prompt · team)', 'review-checklist (Tool · team)']);
  expect(findTitles('our-docs')[0]).toBe('our-docs (Source)');
  expect(findTitles('connect')[0]).toBe('Connect a client application (Command · Prompt)');
});

test('of equal names, an entry of the workspace comes before a built-in one', () => {
  const teamTitles = findTitles('team').filter((title) => title.startsWith('team ('));
  expect(teamTitles).toEqual(['team (Server)', 'team (Prompt · Wolfram)']);
});

test('the title of a prompt is found after names', () => {
  expect(findTitles('checklist')).toEqual(['review-checklist (Tool · team)', 'review-code (Prompt · team)']);
});

test('a skill is found by its name and by words of its description, but not by letters scattered in it', () => {
  const skill = page('Skill', 'style-check', { description: 'Checks a text against our house rules.', around: 'team' });
  const titles = (query: string) =>
    paletteItems([skill], query, []).items.map(({ title, aside }) => `${title} (${aside})`);
  expect(titles('style')).toEqual(['style-check (Skill · team)']);
  expect(titles('House rules')).toEqual(['style-check (Skill · team)']);
  expect(titles('cars')).toEqual([]);
});

test('the placeholder and the messages without matches name every kind once', () => {
  expect(namesPlaceholder).toBe('Prompt, tool, skill, server, source or command');
  expect(noMatchingNames).toBe('No matching prompts, tools, skills, servers, sources or commands.');
  expect(noMatches).toBe('No matches in prompts, tools, skills or servers.');
});

test('without a query, recent pages come first', () => {
  const recentSelections = [{ kind: 'source', source: 'Source our-docs' } as const];
  expect(paletteItems(candidates, '', recentSelections).items[0]?.title).toBe('our-docs');
});

test('every command is found by its title', () => {
  for (const { name } of commandCandidates(() => true)) expect(findTitles(name)[0], name).toContain(name);
});

const crowd = [
  ...Array.from({ length: 200 }, (_, index) => page('Prompt', `delete-${index}`)),
  ...commandCandidates(() => true),
];
const count = commandCandidates(() => true).length;

test('among many prompts, the list of prompts is cut and says how many match', () => {
  const { items, matchCount } = paletteItems(crowd, '', []);
  expect([items.length, matchCount]).toEqual([60, 200 + count]);
});

test('the list of commands begins with every command in its order, and prompts follow', () => {
  const recentSelections = [{ kind: 'source', source: 'Prompt delete-7' } as const];
  const { items, matchCount } = paletteItems(crowd, '', recentSelections, 'commands');
  expect(items.slice(0, count).map(({ title }) => title)).toEqual(
    commandCandidates(() => true).map(({ name }) => name),
  );
  expect(items[count]?.title).toBe('delete-7');
  expect([items.length, matchCount]).toEqual([count + 60, 200 + count]);
});

test('the list of commands finds a command by its word before prompts of that name, and a prompt by its full name', () => {
  const titles = paletteItems(crowd, 'delete', [], 'commands').items.map(({ title }) => title);
  expect(titles.slice(0, 5).sort()).toEqual([
    'Delete prompt or tool',
    'Delete server',
    'Delete skill',
    'Delete source',
    'Recently deleted…',
  ]);
  expect(paletteItems(crowd, 'delete-150', [], 'commands').items[0]?.title).toBe('delete-150');
});

test('a query can continue in the search of all text', () => {
  expect(textSearch(' bloom filters ')).toMatchObject([
    { title: 'Search all text for “bloom filters”', target: { search: 'bloom filters' } },
  ]);
  expect(textSearch('  ')).toEqual([]);
});
