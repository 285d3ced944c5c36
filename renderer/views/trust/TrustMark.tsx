import { ShieldAlert, ShieldQuestionMark } from 'lucide-react';
import { Button } from 'react-aria-components/Button';
import { useWorkbench, useWorkbenchActions } from '../../store/StoreProvider.tsx';
import { selectTrustStatus } from '../../store/workspace/trust.ts';

const markId = 'trust-mark';

/** A mark in the status line for asks that are not allowed. It shows or hides the trust bar. */
export function TrustMark({ className }: { className: string }) {
  const { status } = useWorkbench((state) => ({ status: selectTrustStatus(state) }));
  const { foldTrust } = useWorkbenchActions();
  if (status.kind === 'calm') return null;
  const isRestricted = status.kind === 'restricted';
  const isOpen = isRestricted ? !status.isFolded : status.newAsks.length > 0;
  return (
    <Button id={markId} aria-expanded={isOpen} className={className} onPress={() => foldTrust(isOpen)}>
      {isRestricted ? <ShieldAlert size={13} /> : <ShieldQuestionMark size={13} />}
      {isRestricted ? 'Restricted' : `${status.waitingAsks.length} not allowed`}
    </Button>
  );
}

/** Moves the focus from the hidden bar to its mark. */
export function focusTrustMark(): void {
  requestAnimationFrame(() => document.getElementById(markId)?.focus());
}
