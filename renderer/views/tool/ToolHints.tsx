import type { KeyPath } from '../../../src/base/json.ts';
import { Checkbox } from '../../components/controls/Checkbox.tsx';
import { useWorkbench, useWorkbenchActions } from '../../store/StoreProvider.tsx';
import { valueIn } from '../../store/selectors.ts';
import styles from './ToolPage.module.css';

const hints = [
  ['ReadOnlyHint', 'Read-only'],
  ['DestructiveHint', 'May delete or overwrite data'],
  ['IdempotentHint', 'Idempotent'],
  ['OpenWorldHint', 'Contacts outside systems, such as the web'],
] as const;

/** Annotations of the tool. Some clients ask a person before they call a destructive tool. */
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
