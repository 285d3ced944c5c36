import { Button } from '../../components/controls/Button.tsx';
import { Notice } from '../../components/status/Notice.tsx';
import { inBackground } from '../../in-background.ts';
import { useWorkbench, useWorkbenchActions } from '../../store/StoreProvider.tsx';
import type { WorkbenchState } from '../../store/state.ts';
import { selectTrustStatus } from '../../store/workspace/trust.ts';
import { strings } from './strings.ts';

/** Whether git may run what the repository names. Unknown trust says so at the call. */
export const selectMayRunGit = ({ trust }: WorkbenchState) => trust.view?.isTrusted ?? true;

/** In a restricted workspace: why git does not run, and the press that trusts the workspace. */
export function RestrictedGit() {
  const isTrusted = useWorkbench(selectMayRunGit);
  const status = useWorkbench(selectTrustStatus);
  const { openOverlay, trustWorkspace } = useWorkbenchActions();
  if (isTrusted) return null;
  const hasAsks = status.kind !== 'calm';
  return (
    <Notice
      tone="warning"
      title={strings.restricted}
      actions={
        <Button onPress={() => (hasAsks ? openOverlay('review-trust') : inBackground(trustWorkspace()))}>
          {hasAsks ? 'Review and trust…' : 'Trust this workspace'}
        </Button>
      }
    >
      {strings.aboutTrust}
    </Notice>
  );
}
