import { javascript } from '@codemirror/lang-javascript';
import { StreamLanguage } from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { assertNever } from '../../../src/model/assert-never.ts';
import type { CodeLanguage } from './CodeMirrorText.tsx';
import { templateSlots } from './template-slots.ts';

export function languageExtension(language: CodeLanguage, slots: readonly string[]): Extension {
  switch (language) {
    case 'text':
      return [];
    case 'template':
      return templateSlots(slots);
    case 'javascript':
      return javascript();
    case 'yaml':
      return yaml;
    default:
      return assertNever(language);
  }
}

/** Keys, comments and quoted text: enough to find one's way in a definition file that needs mending. */
const yaml = StreamLanguage.define<null>({
  name: 'yaml',
  startState: () => null,
  token(stream) {
    const before = stream.string.slice(0, stream.pos);
    const begins = /(?:^|[\s[{,])$/.test(before);
    if (begins && stream.match(/^#.*/)) return 'comment';
    if (begins && (stream.match(/^"(?:[^"\\]|\\.)*"?/) || stream.match(/^'(?:[^']|'')*'?/))) return 'string';
    if (/^[\s-]*$|[{,]\s*$/.test(before) && stream.match(/^[\w$-][\w$ -]*(?=:(?:\s|$))/)) return 'propertyName';
    if (begins && stream.match(/^(?:true|false|null|-?\d+(?:\.\d+)?)(?=\s*(?:[,\]}#]|$))/)) return 'atom';
    stream.next();
    stream.eatWhile(/[^\s#"'\w$-]/);
    return null;
  },
});
