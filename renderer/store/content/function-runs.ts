/** How the open prompt's function fared when the preview ran it last. */
import type { Preview, ProblemView } from '../../../src/contract/contract.ts';
import { stableSelector } from '../stable-selector.ts';
import type { WorkbenchState } from '../state.ts';

type LogLine = Preview['log'][number];
type RunFailure = Pick<ProblemView, 'severity' | 'message' | 'line' | 'column' | 'endLine' | 'endColumn'>;

const nothing: readonly never[] = [];

/** What it logged. */
export function selectRunLog({ preview }: WorkbenchState): readonly LogLine[] {
  switch (preview.status) {
    case 'result':
      return preview.result.log;
    case 'error':
      return preview.error.log;
    case 'none':
    case 'waiting':
    case 'unavailable':
      return nothing;
  }
}

/** The sandbox's sentence ends with the place in the source. */
const place = / at line (\d+), column (\d+)/;

/** Where it failed, in the source as that was then. */
export const selectRunFailure = stableSelector(({ preview }): readonly RunFailure[] => {
  if (preview.status !== 'error') return nothing;
  const { message } = preview.error;
  const [, line, column] = place.exec(message) ?? [];
  if (line === undefined || column === undefined) return nothing;
  const [row, from] = [Number(line), Number(column)];
  return [{ severity: 'error', message, line: row, column: from, endLine: row, endColumn: from + 1 }];
});
