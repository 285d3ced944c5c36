import type { Problem } from '../model/problems/problems.ts';
import { onOneLine } from './print.ts';

/** `prompts/Greet.yaml:3:8: error InvalidMCPPromptSpecification: …`, which editors and terminals turn into a link. The specification's sentence follows ours. */
export function problemLine({ file, line, column, severity, tag, message, specification }: Problem): string {
  const reference = specification === undefined ? '' : ` (${specification})`;
  return `${onOneLine(`${file}:${line}:${column}: ${severity} ${tag}: ${message}${reference}`)}\n`;
}
