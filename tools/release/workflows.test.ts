/** The workflows of GitHub against GitHub's own schema, and against the scripts that they run. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { validateWorkflow } from '@action-validator/core';
import { expect, test } from 'vitest';

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const folder = join(root, '.github', 'workflows');
const workflows = readdirSync(folder).map((file) => [file, readFileSync(join(folder, file), 'utf8')] as const);
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: Record<string, string> };

test.each(workflows)('%s is a valid workflow', (_, text) => {
  expect(validateWorkflow(text).errors).toEqual([]);
});

test('a mistake in a workflow is reported', () => {
  expect(validateWorkflow('on: push\njobs: { test: { runs: ubuntu-latest } }\n').errors).not.toEqual([]);
});

test.each(workflows)('%s runs scripts that exist', (_, text) => {
  for (const [, name = ''] of text.matchAll(/npm run ([\w:]+)/g)) expect(Object.keys(scripts)).toContain(name);
  for (const [, file = ''] of text.matchAll(/--prefix (\S+)/g))
    expect(readdirSync(join(root, file))).toContain('package-lock.json');
});
