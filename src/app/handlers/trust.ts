/** The calls that show, allow and revoke the workspace's permissions. */

import { WorkbenchError } from '../../base/errors.ts';
import type { Handlers, Output } from '../../contract/contract.ts';
import type { Library } from '../../library/types.ts';
import { describeAsk, isAllowedByTrust } from '../../model/asks.ts';
import type { Trust } from '../../trust/trust.ts';

type TrustCall = Extract<keyof Handlers, `trust.${string}`>;

export function trustHandlers(library: Library, trust: Trust): Pick<Handlers, TrustCall | 'folders.permit'> {
  const view = async (): Promise<Output<'trust.get'>> => {
    const { trustView } = await import('../../trust/trust-view.ts');
    const { asks, ...about } = await trustView(library.snapshot().files, trust);
    return {
      ...about,
      asks: asks.map(({ id, ask, isAllowed, from }) => ({
        id,
        ask: structuredClone(ask) as Output<'trust.get'>['asks'][number]['ask'],
        description: describeAsk(ask),
        isAllowed,
        isAllowedByTrust: isAllowedByTrust(ask),
        from: from.map((askedBy) => ({ ...askedBy })),
      })),
    };
  };

  return {
    'trust.get': view,
    async 'trust.allow'({ ids, workspace }) {
      const { asks } = await view();
      const chosenAsks = ids.map((id) => {
        const match = asks.find((ask) => ask.id === id);
        if (match) return match.ask;
        throw new WorkbenchError('not-found', 'The files no longer ask for this: check the list again.');
      });
      await trust.allow(chosenAsks, { workspace });
      return view();
    },
    async 'folders.permit'({ path }) {
      const { outsideFolder } = await import('../../trust/outside-folder.ts');
      const folder = outsideFolder(trust.root, path);
      if (folder !== undefined) await trust.allow([{ kind: 'folder', path: folder }]);
      return view();
    },
    async 'trust.revoke'({ ids = [], workspace = false }) {
      await (workspace ? trust.revokeAll() : trust.revoke(ids));
      return view();
    },
  };
}
