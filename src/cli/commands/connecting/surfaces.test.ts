import { afterEach, expect, test } from 'vitest';
import { createWorld, type World } from '../../testing/command-line.ts';

let world: World;
afterEach(() => world.dispose());

test('surfaces names what each surface says differently, for the same values', async () => {
  world = await createWorld({
    'servers/Docs.yaml':
      'Name: Docs\nPromptsAsTools: true\nMCPPrompts: [explain, shout, choose]\nSkills: [notes, costs]\n',
    'skills/notes.yaml': 'Name: notes\nDescription: Writes notes\nContent: Read the log.\n',
    'skills/costs.yaml': 'Name: costs\nDescription: Says costs\nContent: It costs $1.\n',
    'prompts/explain.yaml': `Name: explain
Description: Explains
Arguments: [{Name: topic, Required: true}, {Name: words, Default: "50"}]
Content: {StringTemplate: "Explain \`topic\` in \`words\` words."}
Samples: [{Name: Tides, Arguments: {topic: the tides}}]
Skill: true
`,
    'prompts/shout.yaml': `Name: shout
Description: Shouts
Arguments: [{Name: text, Required: true}]
Content: {Function: "(args) => args.text.toUpperCase()"}
Skill: true
`,
    'prompts/choose.yaml': `Name: choose
Description: Chooses
Arguments: [{Name: tone}]
Content:
  Messages:
    - {Role: user, Content: Write it.}
    - {Role: user, When: {Argument: tone, Is: formal}, Content: Be formal.}
Skill: true
`,
  });
  await world.trust();
  const { code, stdout, stderr } = await world.run('surfaces', 'Docs', '--json');
  expect(code, stderr).toBe(0);
  const { samples } = JSON.parse(stdout);
  const differencesBySample = Object.fromEntries(
    samples.map(({ name, readings }: { name: string; readings: { surface: string; differences: string[] }[] }) => [
      name,
      Object.fromEntries(readings.map(({ surface, differences }) => [surface, differences])),
    ]),
  );
  const noDifferences = { prompt: [], tool: [], skill: [], installed: [], plugin: [], bundle: [] };
  expect(differencesBySample.explain).toEqual(noDifferences);
  // The skill calls the tool; the packed servers may run functions, as this one.
  expect(differencesBySample.shout).toEqual(noDifferences);
  const conditions = ['it names the conditions, and the model decides which hold'];
  expect(differencesBySample.choose).toEqual({ ...noDifferences, skill: conditions, installed: conditions });
  expect(differencesBySample.notes).toEqual({ skill: [], installed: [], plugin: [], bundle: [] });
  expect(differencesBySample.costs.installed).toEqual(['Claude Code puts what is typed in the place of $1']);
  expect(samples[0]).toMatchObject({ kind: 'prompt', sample: 'Tides', values: { topic: 'the tides' } });
});
