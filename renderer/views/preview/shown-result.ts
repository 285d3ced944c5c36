import type { PreviewResult, PreviewState } from '../../store/state.ts';

/** The answer that is to be seen: the newest, or the last good one in grey. */
export function shownResult(preview: PreviewState): PreviewResult | undefined {
  if (preview.status === 'result') return preview.result;
  return 'lastGood' in preview ? preview.lastGood : undefined;
}
