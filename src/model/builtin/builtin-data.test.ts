import { expect, test } from 'vitest';
import { readPrompt } from '../prompt/prompt.ts';
import { readTool } from '../tool/tool.ts';
import { defaultPrompts } from './builtin.ts';
import { builtinPromptData, builtinToolData } from './builtin-data.ts';
import { defaultTools } from './builtin-tools.ts';

test.each([...defaultPrompts])(
  'a copy of %s is the same prompt; one that reads a file has no copy',
  (name, { catalogueName: _, origin: __, ...prompt }) => {
    const data = builtinPromptData(name);
    if (prompt.content.kind === 'notebook') expect(data).toBeUndefined();
    else expect(readPrompt(data).prompt).toEqual(prompt);
  },
);

test.each([...defaultTools])('a copy of %s is the same tool; a tool that computes has no copy', (name, tool) => {
  const data = builtinToolData(name);
  if (tool.content.kind === 'builtin') expect(data).toBeUndefined();
  else expect(readTool(data).tool).toEqual(tool);
});
