/** The log and failure of the open prompt's function in its last preview. */
import type { Preview, ProblemView } from '../../../src/contract/contract.ts';
import { stableSelector } from '../stable-selector.ts';
import type { WorkbenchState } from '../state.ts';

type LogLine = Preview['log'][number];
type RunFailure = Pick<ProblemView, 'severity' | 'message' | 'line' | 'column' | 'endLine' | 'endColumn'>;

const noRuns: readonly never[] = [];

export function selectRunLog({ preview }: WorkbenchState): readonly LogLine[] {
  switch (preview.status) {
    case 'result':
      return preview.result.log;
    case 'error':
      return preview.error.log;
    case 'none':
    case 'waiting':
    case 'unavailable':
      return noRuns;
  }
}

/** The sandbox's error message ends with the position in the code. */
const place = / at line (\d+), column (\d+)/;

/** The failure, with its position in the code that ran. */
export const selectRunFailure = stableSelector(({ preview }): readonly RunFailure[] => {
  if (preview.status !== 'error') return noRuns;
  const { message } = preview.error;
  const [, line, column] = place.exec(message) ?? [];
  if (line === undefined || column === undefined) return noRuns;
  const [row, from] = [Number(line), Number(column)];
  return [{ severity: 'error', message, line: row, column: from, endLine: row, endColumn: from + 1 }];
});
