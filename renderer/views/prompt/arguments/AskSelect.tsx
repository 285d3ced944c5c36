import type { KeyPath } from '../../../../src/base/json.ts';
import { SmallSelect } from '../../../components/controls/SmallSelect.tsx';
import { inBackground } from '../../../in-background.ts';
import { pathKey } from '../../../store/definition/json.ts';
import { useWorkbench, useWorkbenchActions } from '../../../store/StoreProvider.tsx';
import { valueIn } from '../../../store/selectors.ts';

export type AskValue = 'unset' | 'never' | 'missing' | 'always';

/** When a prompt asks for an argument, or by default for all of them. */
export function AskSelect({
  at,
  label,
  options,
}: {
  at: KeyPath;
  label: string;
  options: readonly { value: AskValue; label: string; note: string }[];
}) {
  const askValue = useWorkbench((state) => valueIn(state, at));
  const { editAsStep, flush } = useWorkbenchActions();
  const value = options.find((option) => option.value === askValue)?.value ?? 'unset';
  return (
    <span data-at={pathKey(at)}>
      <SmallSelect
        label={label}
        prefix="Ask:"
        value={value}
        options={options}
        onChange={(next) => {
          editAsStep(at, next === 'unset' ? undefined : next);
          inBackground(flush());
        }}
      />
    </span>
  );
}
