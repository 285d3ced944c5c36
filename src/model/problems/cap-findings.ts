import type { Finding } from './problems.ts';

/** Maximum findings per file. Locating each one costs time, and more are not useful. */
export const maxFindings = 100;

/** Limits findings to the first `maxFindings`, errors before warnings, followed by one that counts the rest. */
export function capFindings<F extends Pick<Finding, 'tag' | 'severity' | 'message'>>(
  findings: readonly F[],
): readonly F[] {
  if (findings.length <= maxFindings) return findings;
  const isError = ({ severity }: F) => severity === 'error';
  const worstFirst = [...findings.filter(isError), ...findings.filter((finding) => !isError(finding))];
  const next = worstFirst[maxFindings];
  const omittedCount = findings.length - maxFindings;
  const message = `This file has ${omittedCount === 1 ? 'one more problem' : `${omittedCount} more problems`}: fix the listed ones first.`;
  return [...worstFirst.slice(0, maxFindings), ...(next ? [{ ...next, tag: 'Limit' as const, message }] : [])];
}
