/** The trust of a team server: its operator decides on the command line what the files of a repository may do. */
import { NotAllowedError } from '../../base/errors.ts';
import { type Ask, describeAsk } from '../../model/asks.ts';
import { askId } from '../../trust/ask-id.ts';
import { isAskNamed } from '../../trust/find-ask.ts';
import type { Trust } from '../../trust/trust.ts';

/**
 * Functions run, because they run in the sandbox. Everything else needs its name in `allowed`.
 * @param root the real path of the commit's folder
 * @param allowedNames values of `--allow`
 */
export function operatorTrust(root: string, allowedNames: readonly string[]): Trust {
  const requiredAsks = new Map<string, Ask>();
  const isAllowed = (ask: Ask) => ask.kind === 'functions' || allowedNames.some((text) => isAskNamed(ask, text));
  const missing = async (asks: readonly Ask[]) => asks.filter((ask) => !isAllowed(ask));
  const refuse = async () => {
    throw new Error('The permissions of a team server are on its command line.');
  };
  return {
    root,
    requiredAsks,
    missing,
    read: async () => ({ isTrusted: true, allowed: [] }),
    async require(asks) {
      const missingAsks = await missing(asks);
      if (missingAsks.length === 0) return;
      for (const ask of missingAsks) requiredAsks.set(askId(ask), ask);
      const what = missingAsks
        .map((ask) => describeAsk(ask))
        .map((text) => text.charAt(0).toLowerCase() + text.slice(1));
      throw new NotAllowedError(
        `This server is not allowed to ${what.join(', and to ')}: ask its operator to add --allow.`,
        missingAsks.map(askId),
      );
    },
    allow: refuse,
    revoke: refuse,
    revokeAll: refuse,
    subscribe: () => () => undefined,
  };
}
