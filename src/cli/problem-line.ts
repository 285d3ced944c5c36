import type { Problem } from '../model/problems.ts';

/** `prompts/Greet.yaml:3:8: error InvalidMCPPromptSpecification: …`, which editors and terminals make a link of. */
export function problemLine({ file, line, column, severity, tag, message }: Problem): string {
  return `${file}:${line}:${column}: ${severity} ${tag}: ${message}\n`;
}
