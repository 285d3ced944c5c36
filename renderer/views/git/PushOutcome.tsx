import type { Output } from '../../../src/contract/contract.ts';
import { Notice } from '../../components/status/Notice.tsx';
import { strings } from './strings.ts';

/** Where a push went, with the page for a pull request, or why it failed. */
export function PushOutcome({ outcome: { pushed, pushFailure } }: { readonly outcome: Output<'git.push'> }) {
  return (
    <>
      {pushed && <Notice tone="good">Pushed to {pushed.to}.</Notice>}
      {pushed?.page !== undefined && (
        <a href={pushed.page} target="_blank" rel="noreferrer">
          Open a pull request
        </a>
      )}
      {pushFailure && <Notice tone="danger">{strings.pushFailure(pushFailure)}</Notice>}
    </>
  );
}
