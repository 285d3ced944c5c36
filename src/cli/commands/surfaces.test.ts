import { afterEach, expect, test } from 'vitest';
import { createWorld, type World } from '../testing/command-line.ts';

let world: World;
afterEach(() => world.dispose());

test('surfaces names what each surface says differently, for the same values', async () => {
  world = await createWorld({
    'servers/Docs.yaml': 'Name: Docs\nPromptsAsTools: true\nMCPPrompts: [explain, shout, choose]\n',
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
  const said = Object.fromEntries(
    samples.map(({ prompt, readings }: { prompt: string; readings: { surface: string; differences: string[] }[] }) => [
      prompt,
      Object.fromEntries(readings.map(({ surface, differences }) => [surface, differences])),
    ]),
  );
  const same = { prompt: [], tool: [], skill: [], plugin: [], bundle: [] };
  expect(said.explain).toEqual(same);
  // The skill calls the tool; the packed servers may run functions, as this one.
  expect(said.shout).toEqual(same);
  expect(said.choose).toEqual({ ...same, skill: ['it names the conditions, and the model decides which hold'] });
  expect(samples[0]).toMatchObject({ sample: 'Tides', values: { topic: 'the tides' } });
});
