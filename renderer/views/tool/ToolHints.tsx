import type { KeyPath } from '../../../src/base/json.ts';
import { Checkbox } from '../../components/controls/Checkbox.tsx';
import { useWorkbench, useWorkbenchActions } from '../../store/StoreProvider.tsx';
import { valueIn } from '../../store/selectors.ts';
import styles from './ToolPage.module.css';

const hints = [
  ['ReadOnlyHint', 'Read-only'],
  ['DestructiveHint', 'May delete or overwrite something'],
  ['IdempotentHint', 'Idempotent'],
  ['OpenWorldHint', 'Reaches things outside, such as the web'],
] as const;

/** What clients may expect of the tool: some ask a person before they call one that is destructive. */
export function ToolHints({ at }: { at: KeyPath }) {
  return (
    <div className={styles.hints}>
      {hints.map(([key, label]) => (
        <Hint key={key} at={[...at, key]} label={label} />
      ))}
    </div>
  );
}

function Hint({ at, label }: { at: KeyPath; label: string }) {
  const isSet = useWorkbench((state) => valueIn(state, at) === true);
  const { edit } = useWorkbenchActions();
  return (
    <Checkbox isSelected={isSet} onChange={(selected) => edit(at, selected ? true : undefined)}>
      {label}
    </Checkbox>
  );
}
