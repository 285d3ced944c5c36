/** Which server a new prompt, a new tool and an import go into, over the real core and real files. */
import { expect, test } from 'vitest';
import { selectOwnServer } from '../selectors.ts';
import type { Selection } from '../state/workspace.ts';
import { worldOf } from '../testing/world.ts';

const skill = (name: string) => `Name: ${name}\nDescription: Says how\nContent: Text\n`;
const world = worldOf({
  'servers/Alpha.yaml': 'Name: Alpha\nMCPPrompts: [greet]\n',
  'servers/Beta.yaml': 'Name: Beta\nMCPPrompts: [greet]\nSkills: [notes]\n',
  'servers/Gamma.yaml': 'Name: Gamma\nMCPPrompts: [greet]\nSkills: [notes]\n',
  'prompts/greet.yaml': 'Name: greet\nContent: Hello\n',
  'skills/notes.yaml': skill('notes'),
  'skills/apart.yaml': skill('apart'),
  'sources/manual.yaml': 'Name: manual\nType: Documentation\nFolders: [manual]\n',
  'manual/page.md': '# Page\n\nText\n',
});

/** The name that a dialog proposes, and the target that an import does. */
async function proposedOn(selection: Selection) {
  await world.open(selection);
  await world.store.actions.readImport({ kind: 'text', text: 'Explain it.' });
  const { import: importState } = world.state();
  const target = importState.status === 'open' ? importState.offer?.target : undefined;
  return [selectOwnServer(world.state())?.name, target];
}
const proposalsFor = (name: string) => [name, { kind: 'server', name }];
const source = { kind: 'source', source: 'manual' } as const;
const notes = { kind: 'file', file: 'skills/notes.yaml' } as const;
const unservedFile = { kind: 'file', file: 'skills/apart.yaml' } as const;

test('a page without a server proposes the first server, until another one is selected', async () => {
  await world.until(({ sources }) => sources.list.some(({ name }) => name === 'manual'));
  expect(await proposedOn(source)).toEqual(proposalsFor('Alpha'));
  expect(await proposedOn({ kind: 'prompt', server: 'Gamma', key: 'greet' })).toEqual(proposalsFor('Gamma'));
  expect(await proposedOn(source)).toEqual(proposalsFor('Gamma'));
  expect(await proposedOn(unservedFile)).toEqual(proposalsFor('Gamma'));
});

test('the page of a skill proposes the first server that lists the skill', async () => {
  await world.open({ kind: 'prompt', server: 'Gamma', key: 'greet' });
  expect(await proposedOn(notes)).toEqual(proposalsFor('Beta'));
  expect(await proposedOn(source)).toEqual(proposalsFor('Gamma'));
});
