/** Skills that are kept in step, over the real library and handlers. */
import { mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openWorkbench } from './workbench.ts';

const prompt = (text: string) => `Name: explain\nDescription: Explains\nSkill: true\nContent: ${text}\n`;

test('a skill that already differs when a person chooses to keep it in step is brought up to date', async () => {
  const home = await mkdtemp(join(tmpdir(), 'prompt-workbench-step-'));
  const path = (...names: string[]) => join(home, ...names);
  for (const folder of ['project', 'workspace/servers', 'workspace/prompts'])
    await mkdir(path(folder), { recursive: true });
  await writeFile(path('workspace/servers/Docs.yaml'), 'Name: Docs\nMCPPrompts: [explain]\n');
  await writeFile(path('workspace/prompts/explain.yaml'), prompt('Explain it.'));
  const workbench = await openWorkbench({
    workspaceDir: path('workspace'),
    stateDir: path('state'),
    cliFile: path('cli.cjs'),
    samplesDir: path('samples'),
    log: () => {},
  });
  onTestFinished(() => workbench.close());
  const calls = workbench.handlers;
  const place = { application: 'claude-code', scope: 'project', projectDir: path('project') } as const;
  const plan = await calls['skills.plan']({ ...place, server: 'Docs', skill: 'explain' });
  const { folder } = await calls['skills.apply']({ planId: 'planId' in plan ? plan.planId : '' });
  const file = join(folder, 'SKILL.md');
  expect(await readFile(file, 'utf8')).toContain('Explain it.');
  const { version } = await calls['definition.open']({ file: 'prompts/explain.yaml', at: [] });
  await calls['file.write']({ file: 'prompts/explain.yaml', baseVersion: version, text: prompt('Explain it well.') });
  // The update after the change itself comes a second later, and finds nothing that is kept in step.
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  await calls['skills.keep']({ folder, isKept: true });
  await expect.poll(() => readFile(file, 'utf8'), { timeout: 10_000 }).toContain('Explain it well.');
});
