import { ShieldAlert, ShieldQuestionMark } from 'lucide-react';
import { Button } from 'react-aria-components/Button';
import { useWorkbench, useWorkbenchActions } from '../../store/StoreProvider.tsx';
import { selectTrustStatus } from '../../store/workspace/trust.ts';

const markId = 'trust-mark';

/** Keeps in the status line that something is not allowed; a press shows or folds the bar that says what. */
export function TrustMark({ className }: { className: string }) {
  const { standing } = useWorkbench((state) => ({ standing: selectTrustStatus(state) }));
  const { foldTrust } = useWorkbenchActions();
  if (standing.kind === 'calm') return null;
  const isRestricted = standing.kind === 'restricted';
  const isOpen = isRestricted ? !standing.isFolded : standing.fresh.length > 0;
  return (
    <Button id={markId} aria-expanded={isOpen} className={className} onPress={() => foldTrust(isOpen)}>
      {isRestricted ? <ShieldAlert size={13} /> : <ShieldQuestionMark size={13} />}
      {isRestricted ? 'Restricted' : `${standing.waiting.length} not allowed`}
    </Button>
  );
}

/** The bar that had the focus is gone: its mark has it next. */
export function focusTrustMark(): void {
  requestAnimationFrame(() => document.getElementById(markId)?.focus());
}
