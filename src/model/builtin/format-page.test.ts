import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { readPrompt } from '../prompt/prompt.ts';
import { schemas } from '../schemas/kinds.ts';
import { readServer } from '../server.ts';
import { readSource } from '../source.ts';
import { readTool } from '../tool/tool.ts';

const root = join(import.meta.dirname, '../../..');
const page = readFileSync(join(root, 'docs/format.md'), 'utf8');
const problems = readFileSync(join(root, 'src/model/problems/problems.ts'), 'utf8');

const readers = { prompts: readPrompt, servers: readServer, tools: readTool, sources: readSource };

const [testingPage, lintPage] = ['testing', 'lint'].map((name) => readFileSync(join(root, `docs/${name}.md`), 'utf8'));
const examples = [
  ...`${page}\n${testingPage}\n${lintPage}`.matchAll(/```yaml\n# (prompts|servers|tools|sources)\/(\S+)\n(.*?)```/gs),
].map(([, folder, file, text]) => ({ folder: folder as keyof typeof readers, file, text: text ?? '' }));

describe('docs/format.md', () => {
  it('has an example of every kind of file', () => {
    expect(new Set(examples.map((example) => example.folder))).toEqual(new Set(Object.keys(readers)));
  });

  it.each(examples)('shows $folder/$file as it can be used', ({ folder, text }) => {
    const { findings } = readers[folder](parse(text));
    expect(findings.filter((finding) => finding.tag !== 'NotServed')).toEqual([]);
  });

  it('names every tag that a problem can have', () => {
    const tags = [...problems.matchAll(/^ {2}\| '(\w+)'/gm)].map((match) => match[1]);
    expect(tags.length).toBeGreaterThan(10);
    for (const tag of tags) expect(page).toContain(`\`${tag}\``);
  });

  it.each(['server', 'prompt', 'tool', 'source'] as const)('names every key of a %s', (kind) => {
    for (const key of Object.keys(shapeOf(schemas[kind]))) expect(page, key).toContain(`\`${key}`);
  });
});

function shapeOf(schema: unknown): object {
  const { shape, options } = schema as { shape?: object; options?: readonly unknown[] };
  return shape ?? Object.assign({}, ...(options ?? []).map(shapeOf));
}
