import { ChevronUp, ShieldAlert, ShieldQuestionMark } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatCount } from '../../../src/base/text/format-count.ts';
import { Button, IconButton } from '../../components/controls/Button.tsx';
import { Stack } from '../../components/layout/primitives.tsx';
import { useWorkbench, useWorkbenchActions } from '../../store/StoreProvider.tsx';
import type { Ask, AskEntry } from '../../store/state/workspace.ts';
import { selectTrustStatus } from '../../store/workspace/trust.ts';
import { strings } from './strings.ts';
import styles from './TrustBar.module.css';
import { focusTrustMark } from './TrustMark.tsx';

/** A bar at the top of the window about asks that are not allowed. It blocks nothing else. */
export function TrustBar() {
  const { status } = useWorkbench((state) => ({ status: selectTrustStatus(state) }));
  switch (status.kind) {
    case 'calm':
      return null;
    case 'restricted':
      return status.isFolded ? null : (
        <Bar icon={<ShieldAlert size={16} />} title={strings.isRestricted} action="Review and trust…">
          {strings.notAllowed(countAsks(status.waitingAsks))}
        </Bar>
      );
    case 'asks-more':
      return status.newAsks.length === 0 ? null : (
        <Bar
          icon={<ShieldQuestionMark size={16} />}
          title={`This workspace needs ${formatCount(status.newAsks.length, 'more permission')}:`}
          action="Review…"
        >
          {`${countAsks(status.newAsks)}.`}
        </Bar>
      );
  }
}

interface BarProps {
  readonly icon: ReactNode;
  readonly title: string;
  readonly action: string;
  readonly children: ReactNode;
}

function Bar({ icon, title, action, children }: BarProps) {
  const { foldTrust, openOverlay } = useWorkbenchActions();
  const fold = () => {
    foldTrust(true);
    focusTrustMark();
  };
  return (
    <section aria-label="Workspace trust" className={styles.bar}>
      <Stack as="span" tone="warning" fixed>
        {icon}
      </Stack>
      <p role="status" className={styles.text}>
        <strong>{title}</strong> <span className={styles.details}>{children}</span>
      </p>
      <Button onPress={() => openOverlay('review-trust')}>{action}</Button>
      <IconButton label="Hide" hint="a mark stays in the status line" onPress={fold}>
        <ChevronUp size={16} />
      </IconButton>
    </section>
  );
}

/** Singular and plural; a kind without a plural is not counted. */
const nouns: Readonly<Record<Ask['kind'], readonly [singular: string, plural?: string]>> = {
  functions: ['functions'],
  folder: ['folder outside the workspace', 'folders outside the workspace'],
  address: ['address', 'addresses'],
  embeddings: ['address for embeddings', 'addresses for embeddings'],
  command: ['program', 'programs'],
  variable: ['environment variable', 'environment variables'],
  wolfram: ['Wolfram Language code'],
  evaluator: ['Wolfram Language code from clients'],
  together: ['search whose results can leave this computer', 'searches whose results can leave this computer'],
};

const list = new Intl.ListFormat('en', { type: 'conjunction' });

/** A short summary: `functions, 2 addresses and 1 program`. */
function countAsks(asks: readonly AskEntry[]): string {
  const counts = new Map<Ask['kind'], number>();
  for (const { ask } of asks) counts.set(ask.kind, (counts.get(ask.kind) ?? 0) + 1);
  return list.format(
    [...counts].map(([kind, count]) => {
      const [singular, plural] = nouns[kind];
      return plural === undefined ? singular : `${count} ${count === 1 ? singular : plural}`;
    }),
  );
}
