import { Button } from '../../components/controls/Button.tsx';
import { Stack } from '../../components/layout/primitives.tsx';
import { Notice } from '../../components/status/Notice.tsx';
import { inBackground } from '../../in-background.ts';
import { useWorkbench, useWorkbenchActions } from '../../store/StoreProvider.tsx';
import { selectAsks, selectTrustStatus } from '../../store/workspace/trust.ts';
import { type FocusPlace, keepFocusIn } from '../shell/focus.ts';
import { AskCode, AskName, isLiteral } from './AskDetails.tsx';
import { askAction, askWarning } from './ask-words.ts';
import { strings } from './strings.ts';

interface NeedsTrustProps {
  /** The subject of the sentence: `This prompt`, `The source Manual`. */
  readonly subject: string;
  /** Ids of the asks that are not allowed. */
  readonly needs: readonly string[];
  /** The next step, when permission alone does not produce the answer. */
  readonly next?: string;
  /** The pane that shows it and keeps the focus when it disappears. */
  readonly pane?: FocusPlace;
}

/** Shown instead of an answer: the missing permissions, with buttons to allow them. */
export default function NeedsTrust({ subject, needs, next, pane = 'preview' }: NeedsTrustProps) {
  const { standing, isTrusted } = useWorkbench((state) => ({
    standing: selectTrustStatus(state),
    isTrusted: state.trust.view?.isTrusted,
  }));
  const asks = useWorkbench((state) => selectAsks(state, needs));
  const { allowAsks, openOverlay } = useWorkbenchActions();
  const waitingAsks = asks.filter(({ isAllowed }) => !isAllowed);
  const [first] = waitingAsks;
  const allow = async () => {
    await allowAsks(waitingAsks.map(({ id }) => id));
    keepFocusIn(pane);
  };
  if (!first) return next === undefined ? null : <p role="status">{next}</p>;
  const isOne = waitingAsks.length === 1;
  return (
    <Notice
      tone="warning"
      title={isOne ? `${askAction(subject, first.ask)}.` : strings.needsPermissions(subject, waitingAsks.length)}
      actions={
        <>
          {standing.kind === 'restricted' && (
            <Button onPress={() => openOverlay('review-trust')}>Review and trust…</Button>
          )}
          <Button onPress={() => inBackground(allow())}>{isOne ? 'Allow' : 'Allow these'}</Button>
        </>
      }
    >
      <Stack as="ul" aria-label="Not allowed yet" gap={1}>
        {waitingAsks.map(({ id, ask }) => (
          <li key={id}>
            {!isOne && <p>{`${askAction(subject, ask)}:`}</p>}
            {isLiteral(ask) && <AskName ask={ask} />}
            <AskCode ask={ask} />
            {askWarning(ask)}
          </li>
        ))}
      </Stack>
      <p>{isTrusted ? strings.notAllowedYet : strings.waitsForPermission}</p>
    </Notice>
  );
}
