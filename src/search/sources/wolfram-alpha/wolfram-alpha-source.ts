/** Wolfram|Alpha as a source. */

import { WorkbenchError } from '../../../base/errors.ts';
import { asksOfSource, wolframAlphaAddress } from '../../../model/asks.ts';
import type { WolframAlphaSource } from '../../../model/definitions.ts';
import type { SecretStore } from '../../../state/secrets.ts';
import type { Trust } from '../../../trust/trust.ts';
import type { Retriever } from '../retriever.ts';
import { passagesOfText } from '../text-answer.ts';
import { findAppId, howToSetUp } from './app-id.ts';
import { askWolframAlpha } from './llm-api.ts';

export interface WolframAlphaOptions {
  readonly definition: WolframAlphaSource;
  readonly secrets: SecretStore;
  readonly env: NodeJS.ProcessEnv;
  readonly trust: Pick<Trust, 'missing' | 'require'>;
}

/** Keeps no connection between searches. */
export function openWolframAlpha({ definition, secrets, env, trust }: WolframAlphaOptions): Retriever {
  const address = definition.baseUrl ?? wolframAlphaAddress;
  // Checked here, not before opening: without an AppID there is nothing to allow yet.
  const asks = asksOfSource(definition, () => undefined);

  return {
    isRemote: true,
    async retrieve(query, { limit, signal }) {
      const appId = await findAppId(secrets, env);
      if (!appId) throw new WorkbenchError('unavailable', await howToSetUp(secrets, 'in the workbench'));
      await trust.require(asks);
      const text = await askWolframAlpha(query, { address, appId: appId.value, signal });
      return {
        rankedPassages: passagesOfText(
          { text, format: 'plain', title: 'Wolfram|Alpha', location: linkIn(text) },
          limit,
        ),
      };
    },
    async sendsRequests() {
      return (await findAppId(secrets, env)) !== undefined && (await trust.missing(asks)).length === 0;
    },
    async state() {
      if (!(await findAppId(secrets, env)))
        return { kind: 'not-set-up', credential: 'wolfram-alpha-app-id', message: await howToSetUp(secrets, 'here') };
      await trust.require(asks);
      return { kind: 'ready', unread: [] };
    },
    async close() {},
  };
}

/** The last line of an answer is the address of its web page. */
function linkIn(text: string): string {
  return /https?:\/\/\S+\s*$/.exec(text)?.[0].trim() ?? 'wolframalpha.com';
}
