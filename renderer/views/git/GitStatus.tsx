import { ArrowDown, ArrowUp, GitBranch } from 'lucide-react';
import { useEffect } from 'react';
import { Button } from 'react-aria-components/Button';
import { formatCount } from '../../../src/base/text/format-count.ts';
import { inBackground } from '../../in-background.ts';
import { useWorkbench, useWorkbenchActions } from '../../store/StoreProvider.tsx';
import type { WorkbenchState } from '../../store/state.ts';
import { useGit } from './useGit.ts';

const selector = ({ git }: WorkbenchState) => ({ state: git });

/** The branch, the number of changed definitions, and the commits that only one side has; nothing without a repository. */
export default function GitStatus({ className }: { readonly className: string }) {
  const { state } = useWorkbench(selector);
  const { openOverlay } = useWorkbenchActions();
  const git = useGit();
  useEffect(() => git.follow(), [git]);
  useEffect(() => {
    // Another program may have committed, fetched or made a repository meanwhile.
    const onFocus = () => inBackground(git.refresh());
    window.addEventListener('focus', onFocus);
    return () => window.removeEventListener('focus', onFocus);
  }, [git]);
  if (state?.kind !== 'repository') return null;
  const { branch, changes, upstream } = state;
  const count = changes.length === 0 ? '' : ` · ${formatCount(changes.length, 'change')}`;
  const { ahead = 0, behind = 0 } = upstream ?? {};
  return (
    <>
      <Button
        className={className}
        aria-label={`Git: ${branch ?? 'on no branch'}${count}. Publish…`}
        onPress={() => openOverlay('publish')}
      >
        <GitBranch size={13} />
        <span>{`${branch ?? 'no branch'}${count}`}</span>
      </Button>
      {ahead > 0 && (
        <Button
          className={className}
          aria-label={`${formatCount(ahead, 'commit')} not pushed to ${upstream?.name}. Publish…`}
          onPress={() => openOverlay('publish')}
        >
          <ArrowUp size={13} />
          <span>{ahead}</span>
        </Button>
      )}
      {behind > 0 && (
        <Button
          className={className}
          aria-label={`${formatCount(behind, 'new commit')} on ${upstream?.name}. Pull…`}
          onPress={() => openOverlay('pull')}
        >
          <ArrowDown size={13} />
          <span>{behind}</span>
        </Button>
      )}
    </>
  );
}
