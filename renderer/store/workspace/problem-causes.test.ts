import { expect, test } from 'vitest';
import { worldOf } from '../testing/world.ts';
import { selectProblemCauses } from './problem-causes.ts';

const world = worldOf({
  'servers/Docs.yaml':
    'Name: Docs\nMCPPrompts:\n  - greet\n  - Name: greet\n    Content: Hi\n  - picture\n  - nowhere\n',
  'prompts/greet.yaml': 'Name: greet\nContent: Hello\n',
  'prompts/picture.yaml':
    'Name: picture\nContent:\n  Messages:\n    - Role: user\n      Content: { Type: image, File: missing.png }\n',
});

const causes = () => selectProblemCauses(world.state());

test('a name clash, a missing image and an unknown name are one problem each', async () => {
  await world.until((state) => state.workspace.status === 'ready');
  expect(causes().map(({ file, problem, places }) => [file, problem.tag, places.length])).toEqual([
    ['prompts/picture.yaml', 'Media', 1],
    ['servers/Docs.yaml', 'InvalidMCPPromptsSpecification', 2],
    ['servers/Docs.yaml', 'PromptNameNotFound', 1],
  ]);
});

test('a clash offers a free name, and an unknown name its removal', async () => {
  await world.until((state) => state.workspace.status === 'ready');
  const fixes = causes().map((cause) => cause.fixes.map(({ kind, index, name }) => [kind, index, name]));
  expect(fixes).toEqual([
    [],
    [
      ['rename', 1, 'greet-2'],
      ['remove', 1, 'greet'],
    ],
    [['remove', 3, 'nowhere']],
  ]);
  await world.store.actions.renameEntry('Docs', 1, 'greet-2');
  await world.store.actions.removeEntry('Docs', 3);
  expect(causes().map(({ problem }) => problem.tag)).toEqual(['Media']);
});
