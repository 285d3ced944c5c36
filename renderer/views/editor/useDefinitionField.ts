/** Fields of the open definition, bound to their paths in the file. */

import type { KeyPath } from '../../../src/base/json.ts';
import type { ProblemView } from '../../../src/contract/contract.ts';
import { inBackground } from '../../in-background.ts';
import { pathKey } from '../../store/definition/json.ts';
import { problemsWithin } from '../../store/definition/problems-within.ts';
import { useWorkbench, useWorkbenchActions } from '../../store/StoreProvider.tsx';
import { selectOpenProblems, valueIn } from '../../store/selectors.ts';

/** The problems of the open definition at a path and below it. */
export function useProblemsAt(at: KeyPath): readonly ProblemView[] {
  return useWorkbench((state) => problemsWithin(selectOpenProblems(state), at));
}

interface FieldOptions {
  /** Emptying the field removes its key from the file. */
  readonly removesWhenEmpty?: boolean;
}

/** One text of the open definition, bound to its path in the file. */
export function useDefinitionField(at: KeyPath, { removesWhenEmpty = false }: FieldOptions = {}) {
  const { edit, flush } = useWorkbenchActions();
  const rawValue = useWorkbench((state) => valueIn(state, at));
  return {
    place: pathKey(at),
    value:
      typeof rawValue === 'string'
        ? rawValue
        : rawValue === undefined || rawValue === null
          ? ''
          : JSON.stringify(rawValue),
    onChange: (value: string) => edit(at, value === '' && removesWhenEmpty ? undefined : value),
    onBlur: () => inBackground(flush()),
    problems: useProblemsAt(at),
  };
}
