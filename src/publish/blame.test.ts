import { afterEach, expect, test } from 'vitest';
import { locateRepository } from '../git/repository.ts';
import { blame } from './blame.ts';
import { pull } from './pull.ts';
import { createTeam, type Person, type Team } from './testing/team.ts';

const prompt = (title: string, tone: string, secondContent: string, list = ['name', 'tone']) => `Name: greet
Title: ${title}
Arguments:
${list.map((name) => `  - Name: ${name}\n    Description: ${name === 'tone' ? tone : 'Who'}\n`).join('')}Content:
  Messages:
    - Content: First
    - Content: ${secondContent}
`;

let team: Team;
afterEach(() => team.dispose());

async function blameGreet(person: Person) {
  const parts = await blame(await person.library(), await locateRepository(person.dir), 'prompts/greet.yaml');
  return Object.fromEntries(parts.map(({ place, by }) => [place, by && `${by.author}: ${by.subject}`]));
}

test('each field, argument and message names the commit that last changed it, even across merges', async () => {
  team = createTeam({ 'prompts/greet.yaml': prompt('old', 'How', 'Second') });
  const { ada, bob } = team;
  bob.write('prompts/greet.yaml', prompt('old', 'How formal', 'Second', ['tone', 'name']));
  bob.share('Say how formal');
  ada.write('prompts/greet.yaml', prompt('New', 'How', 'Second'));
  ada.git('commit', '--all', '--quiet', '--message', 'Give it a title');
  await pull(await ada.library(), await locateRepository(ada.dir), { choose: () => undefined });
  ada.write('prompts/greet.yaml', `# Layout\n${prompt('New', 'How formal', 'Typed', ['tone', 'name'])}`);
  expect(await blameGreet(ada)).toEqual({
    Name: 'Ada: First',
    Title: 'Ada: Give it a title',
    'Arguments › tone': 'Bob: Say how formal',
    'Arguments › name': 'Ada: First',
    'Messages › 1': 'Ada: First',
    'Messages › 2': undefined,
  });
});

test('a renamed prompt keeps the authors of its parts', async () => {
  team = createTeam({ 'prompts/hello.yaml': prompt('old', 'How', 'Second').replace('greet', 'hello') });
  const { ada, bob } = team;
  bob.write('prompts/hello.yaml', prompt('New', 'How', 'Second').replace('greet', 'hello'));
  bob.share('Give it a title');
  await pull(await ada.library(), await locateRepository(ada.dir), { choose: () => undefined });
  ada.git('mv', 'prompt library/prompts/hello.yaml', 'prompt library/prompts/greet.yaml');
  ada.write('prompts/greet.yaml', prompt('New', 'How', 'Second'));
  ada.git('commit', '--all', '--quiet', '--message', 'Call it greet');
  ada.write('prompts/greet.yaml', prompt('New', 'How formal', 'Second'));
  ada.git('commit', '--all', '--quiet', '--message', 'Say how formal');
  expect(await blameGreet(ada)).toEqual({
    Name: 'Ada: Call it greet',
    Title: 'Bob: Give it a title',
    'Arguments › name': 'Ada: First',
    'Arguments › tone': 'Ada: Say how formal',
    'Messages › 1': 'Ada: First',
    'Messages › 2': 'Ada: First',
  });
});

test('a file that is not committed yet has no commit, and a file that cannot be read is refused', async () => {
  team = createTeam({ 'prompts/other.yaml': 'Name: other\nContent: x\n' });
  const { ada } = team;
  ada.write('prompts/greet.yaml', 'Name: greet\n');
  expect(await blameGreet(ada)).toEqual({ Name: undefined });
  ada.write('prompts/greet.yaml', 'Name: [greet\n');
  await expect(blameGreet(ada)).rejects.toThrow("Can't read prompts/greet.yaml as YAML");
});
