import type { ReactNode } from 'react';
import { OriginText } from '../../../components/answer/OriginText.tsx';
import { CopyButton } from '../../../components/controls/CopyButton.tsx';
import { Fold } from '../../../components/layout/Fold.tsx';
import { Row, Stack, Text } from '../../../components/layout/primitives.tsx';
import { Notice } from '../../../components/status/Notice.tsx';
import { shownResult } from '../../../store/preview/preview-result.ts';
import type { CheckCell } from '../../../store/run/reach-checks.ts';
import { useWorkbench } from '../../../store/StoreProvider.tsx';
import { selectPreviewed } from '../../../store/selectors.ts';
import type { WorkbenchState } from '../../../store/state.ts';
import styles from './CheckedPieces.module.css';
import { spansWithin } from './spans-within.ts';

type Pieces = Extract<CheckCell, { kind: 'checked' }>['reach']['pieces'];

interface CheckedPiecesProps {
  readonly cell: CheckCell | undefined;
  readonly prompt: string;
  /** The title of the client application. */
  readonly client: string;
  /** The origins of its texts are those of the preview. */
  readonly isPreviewed: boolean;
}

const selector = (state: WorkbenchState) => ({
  result: shownResult(state.preview),
  form: selectPreviewed(state)?.form,
});

/** One check: the typed line, what reached the model, and whether that is as simulated. */
export function CheckedPieces({ cell, prompt, client, isPreviewed }: CheckedPiecesProps) {
  if (cell === undefined) return <Text tone="faint">{`${prompt} has not been checked in ${client} yet.`}</Text>;
  if (cell.kind === 'checking') return <Text role="status" tone="soft">{`Starting ${client} with ${prompt}…`}</Text>;
  if (cell.kind === 'failed') return <Notice tone="danger">{cell.message}</Notice>;
  const { reach } = cell;
  const { version, day, line, pieces, expected, difference } = reach;
  return (
    <Stack as="section" aria-label={`${prompt} in ${client}`} gap={3}>
      <Row align="center" justify="between" gap={2} wrap>
        <Text as="h3" weight="bold">
          {`${prompt} in ${client}`}
        </Text>
        <Row align="center" gap={1}>
          <Text as="span" tone="faint" size="s">
            {`checked by you on ${day}${version === '' ? '' : ` with ${version}`}`}
          </Text>
          <CopyButton label="Copy the check as data" text={() => JSON.stringify(reach, null, 2)} />
        </Row>
      </Row>
      {difference === undefined ? (
        <Notice tone="good">As expected: the simulation says the same.</Notice>
      ) : (
        <Notice tone="warning" title="Differs from the simulation">
          {difference}
        </Notice>
      )}
      <Part title="Typed">
        <pre className={styles.text}>{line}</pre>
      </Part>
      <Part title="Reached the model">
        <PieceList pieces={pieces} isPreviewed={isPreviewed} />
      </Part>
      {difference !== undefined && (
        <Fold title="What the simulation says">
          <PieceList pieces={expected} isPreviewed={isPreviewed} />
        </Fold>
      )}
    </Stack>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Stack gap={1}>
      <Text as="h4" tone="soft" size="s" weight="medium">
        {title}
      </Text>
      {children}
    </Stack>
  );
}

function PieceList({ pieces, isPreviewed }: { pieces: Pieces; isPreviewed: boolean }) {
  const { result, form } = useWorkbench(selector);
  const names = form?.arguments.map(({ name }) => name) ?? [];
  const previewResult = isPreviewed && result ? result : undefined;
  if (pieces.length === 0) return <Text tone="faint">Nothing.</Text>;
  return (
    <Stack as="ol" gap={2}>
      {pieces.map(({ kind, text }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a piece has no other identity than its place.
        <li key={index} className={styles.text}>
          {kind === 'text' ? (
            <OriginText
              mono
              text={text}
              names={names}
              spans={previewResult && spansWithin(text, previewResult.messages, previewResult.origins)}
            />
          ) : kind === 'image' ? (
            'An image'
          ) : (
            'A file'
          )}
        </li>
      ))}
    </Stack>
  );
}
