/** One definition file as YAML nodes with positions. */
import type { LineCounter, ParsedNode } from 'yaml';
import { parseYamlText } from '../../../yaml/parse.ts';
import { maxDepth } from '../../limits.ts';
import { syntaxFindings, type TextFinding } from './syntax-findings.ts';

export interface YamlDocument {
  readonly text: string;
  /** The root value; absent for an empty file and for one that cannot be parsed. */
  readonly root?: ParsedNode;
  readonly lines: LineCounter;
  /** If one of them is an error, the nodes are unreliable. */
  readonly findings: readonly TextFinding[];
}

const options = {
  // The core schema, regardless of a %YAML directive: every file has the same meaning.
  schema: 'core',
  merge: false,
  resolveKnownTags: false,
  stringKeys: true,
} as const;

/** Parses the text of one file. Never throws for any text. */
export function parseYaml(text: string): YamlDocument {
  const parsedYaml = parseYamlText(text, { maxDepth }, options);
  const { lines } = parsedYaml;
  if ('tooDeepAt' in parsedYaml) {
    const message = `Values are nested more than ${maxDepth} levels deep here: flatten them.`;
    const { tooDeepAt: start } = parsedYaml;
    return { text, lines, findings: [{ tag: 'Limit', severity: 'error', message, start, end: start }] };
  }
  const [document, second] = parsedYaml.documents;
  const findings = [
    ...syntaxFindings(text, parsedYaml.tokens, [...(document?.errors ?? []), ...(document?.warnings ?? [])]),
  ];
  if (second)
    findings.push({
      tag: 'Syntax',
      severity: 'error',
      message: 'A file has one definition: move what follows this line into a separate file.',
      start: second.range[0],
      end: second.range[0],
    });
  const root = document?.contents ?? undefined;
  return { text, lines, findings, ...(root && { root }) };
}

/** Whether the nodes are reliable: there are only warnings. */
export function isSound(document: YamlDocument): boolean {
  return document.findings.every((finding) => finding.severity === 'warning');
}
