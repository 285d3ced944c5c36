import { useCallback } from 'react';
import type { KeyPath } from '../../../src/base/json.ts';
import { budgetPlace } from '../../store/content/search-budget.ts';
import { pathKey } from '../../store/definition/json.ts';
import { useWorkbench } from '../../store/StoreProvider.tsx';
import { valueIn } from '../../store/selectors.ts';
import type { SearchReport } from '../../store/state/searches.ts';
import type { WorkbenchState } from '../../store/state.ts';

/** Where the budget of a search is written in the open prompt, if it is known and can be changed. */
export function useBudgetPlace(report: SearchReport): KeyPath | undefined {
  const select = useCallback(
    (state: WorkbenchState) => {
      const { definition, selection } = state;
      if (definition.status !== 'open' || selection?.kind === 'source') return undefined;
      const at = [...definition.view.at, 'Content'];
      const place = budgetPlace(valueIn(state, at), at, report);
      return place && pathKey(place);
    },
    [report],
  );
  const key = useWorkbench(select);
  return key === undefined ? undefined : (JSON.parse(key) as KeyPath);
}
