import type { ReactNode } from 'react';
import { assertNever } from '../../../src/base/assert-never.ts';
import faded from '../../components/answer/Faded.module.css';
import { Stack, Text } from '../../components/layout/primitives.tsx';
import { emptySlots } from '../../store/preview/preview-result.ts';
import { useWorkbench } from '../../store/StoreProvider.tsx';
import type { PreviewResult } from '../../store/state/preview.ts';
import type { WorkbenchState } from '../../store/state.ts';
import { PreviewNeeds } from './PreviewNeeds.tsx';
import { PreviewTrouble } from './PreviewTrouble.tsx';

const selector = ({ preview, isPreviewSlow }: WorkbenchState) => ({ preview, isPreviewSlow });

/** Names the slots that were empty, so that the answer is not taken as complete. */
function LastGoodTitle({ result }: { result: PreviewResult }) {
  const names = useWorkbench((state) => emptySlots(state, result).join(', '));
  return names === '' ? 'The last good answer' : `The last good answer, without a value for ${names}`;
}

interface WithLastGoodProps {
  readonly draw: (result: PreviewResult) => ReactNode;
  /** Shows the tab Dialogue. */
  readonly onDialogue?: () => void;
}

/** The newest answer. Without one, the reason and the last good answer in grey. */
export function WithLastGood({ draw, onDialogue }: WithLastGoodProps) {
  const { preview, isPreviewSlow } = useWorkbench(selector);
  switch (preview.status) {
    case 'none':
    case 'waiting':
      return null;
    case 'result':
      return (
        <>
          {preview.result.needs && <PreviewNeeds subject="This prompt" needs={preview.result.needs} />}
          {draw(preview.result)}
        </>
      );
    case 'error':
    case 'unavailable':
      return (
        <>
          {/* The error may be outdated while a new answer is on its way. */}
          {!isPreviewSlow && <PreviewTrouble preview={preview} onDialogue={onDialogue} />}
          {'draft' in preview && preview.draft ? (
            <Stack as="section" aria-label="Answer without these values" gap={2}>
              {draw(preview.draft)}
            </Stack>
          ) : (
            preview.lastGood && (
              <Stack as="section" aria-label="Last good answer" gap={2}>
                <Text tone="faint" size="s">
                  <LastGoodTitle result={preview.lastGood} />
                </Text>
                <div className={faded.faded}>{draw(preview.lastGood)}</div>
              </Stack>
            )
          )}
        </>
      );
    default:
      return assertNever(preview);
  }
}
