/** Wolfram|Alpha as a source. */
import type { WolframAlphaSource } from '../../model/definitions.ts';
import { WorkbenchError } from '../../model/errors.ts';
import type { SecretStore } from '../../secrets.ts';
import type { Consent } from '../consent.ts';
import type { Retriever } from '../retriever.ts';
import { passagesOfText } from '../text-answer.ts';
import { findAppId, howToSetUp } from './app-id.ts';
import { askWolframAlpha, publicAddress } from './llm-api.ts';

export interface WolframAlphaOptions {
  readonly definition: WolframAlphaSource;
  readonly secrets: SecretStore;
  readonly env: NodeJS.ProcessEnv;
  readonly consent: Consent;
}

/** Nothing is open between two questions. */
export function openWolframAlpha({ definition, secrets, env, consent }: WolframAlphaOptions): Retriever {
  const address = definition.baseUrl ?? publicAddress;
  const what = mayHaveAppId(address) ? undefined : ['send the AppID to', new URL(address).origin];
  const refusal = `This source would send your AppID to ${address}: allow that in the workbench, on the page of this source, or remove BaseUrl.`;

  return {
    isElsewhere: true,
    ...(what && { asksFor: what }),
    async retrieve(query, { limit, signal }) {
      const appId = await findAppId(secrets, env);
      if (!appId) throw new WorkbenchError('unavailable', await howToSetUp(secrets, 'in the workbench'));
      if (what && !(await consent.isGiven(what))) throw new WorkbenchError('refused', refusal);
      const text = await askWolframAlpha(query, { address, appId: appId.value, signal });
      return {
        ranked: passagesOfText({ text, format: 'plain', title: 'Wolfram|Alpha', location: linkIn(text) }, limit),
      };
    },
    async state() {
      if (!(await findAppId(secrets, env)))
        return { kind: 'not-set-up', credential: 'wolfram-alpha-app-id', message: await howToSetUp(secrets, 'here') };
      if (what && !(await consent.isGiven(what))) return { kind: 'consent', for: 'secret', parts: what };
      return { kind: 'ready', unread: [] };
    },
    async close() {},
  };
}

/** A file of a workspace that somebody else wrote must not lead a person's AppID to another server. */
function mayHaveAppId(address: string): boolean {
  const { protocol, hostname } = new URL(address);
  if (['127.0.0.1', 'localhost', '[::1]'].includes(hostname)) return true;
  return protocol === 'https:' && (hostname === 'wolframalpha.com' || hostname.endsWith('.wolframalpha.com'));
}

/** The last line of an answer is the address of its page. */
function linkIn(text: string): string {
  return /https?:\/\/\S+\s*$/.exec(text)?.[0].trim() ?? 'wolframalpha.com';
}
