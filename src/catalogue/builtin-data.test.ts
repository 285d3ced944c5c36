import { expect, test } from 'vitest';
import { readPrompt } from '../model/prompt.ts';
import { defaultPrompts } from './builtin.ts';
import { builtinPromptData } from './builtin-data.ts';

test.each([...defaultPrompts])(
  'a copy of %s is the same prompt',
  (name, { catalogueName: _, origin: __, ...prompt }) => {
    expect(readPrompt(builtinPromptData(name)).prompt).toEqual(prompt);
  },
);
