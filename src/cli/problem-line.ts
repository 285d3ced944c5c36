import type { Problem } from '../model/problems/problems.ts';
import { onOneLine } from './print.ts';

/** `prompts/Greet.yaml:3:8: error InvalidMCPPromptSpecification: …`, which editors and terminals turn into a link. */
export function problemLine({ file, line, column, severity, tag, message }: Problem): string {
  return `${onOneLine(`${file}:${line}:${column}: ${severity} ${tag}: ${message}`)}\n`;
}
