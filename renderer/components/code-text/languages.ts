import type { Extension } from '@codemirror/state';
import { assertNever } from '../../../src/base/assert-never.ts';
import type { CodeLanguage } from './code-text-props.ts';
import { promptFunction } from './prompt-function.ts';
import { slotChips } from './slot-chips.ts';
import { slotCompletion } from './slot-completion.ts';
import { parsedText } from './slot-context.ts';
import { slotProblems } from './slot-problems.ts';
import { yaml } from './yaml.ts';

export function languageExtension(language: CodeLanguage): Extension {
  switch (language) {
    case 'text':
    case 'wolfram':
      return [];
    case 'template':
      return [parsedText, slotChips, slotProblems, slotCompletion];
    case 'javascript':
      return promptFunction;
    case 'yaml':
      return yaml;
    default:
      return assertNever(language);
  }
}
