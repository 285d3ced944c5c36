/** Runners behind an address: those that a person has set up, and services that need only a key. */
import { isPrivateUrl } from '../../base/network-address.ts';
import type { SecretStore } from '../../state/secrets.ts';
import { RunError, type Runner } from '../runner.ts';
import { mayGetKey } from '../settings.ts';
import { answerByAnthropic, anthropicTakes, modelsByAnthropic } from './anthropic.ts';
import { listLeftOut } from './content.ts';
import { answerByOpenai, type ModelService, modelsByOpenai, openaiTakes } from './openai.ts';
import { errorWithoutKey, streamWithoutKey, withoutKey } from './without-key.ts';

export interface AddressRunner {
  readonly id: string;
  readonly title: string;
  readonly address: string;
  readonly api: 'openai' | 'anthropic';
  readonly model?: string | undefined;
  /** An environment variable with the key, which comes before the stored one. */
  readonly keyVariable?: string;
  readonly needsKey?: true;
}

const apis = {
  openai: { answer: answerByOpenai, models: modelsByOpenai, takes: openaiTakes },
  anthropic: { answer: answerByAnthropic, models: modelsByAnthropic, takes: anthropicTakes },
};

const localTimeoutMs = 1_500;

/** The services that every list of runners has. @param env may have Ollama's variable `OLLAMA_HOST` */
export function knownAddresses(env: NodeJS.ProcessEnv): readonly AddressRunner[] {
  return [
    { id: 'ollama', title: 'Ollama', address: ollamaAddress(env.OLLAMA_HOST), api: 'openai' },
    {
      id: 'anthropic',
      title: 'Anthropic API',
      address: 'https://api.anthropic.com',
      api: 'anthropic',
      keyVariable: 'ANTHROPIC_API_KEY',
      needsKey: true,
    },
    {
      id: 'openai',
      title: 'OpenAI API',
      address: 'https://api.openai.com/v1',
      api: 'openai',
      keyVariable: 'OPENAI_API_KEY',
      needsKey: true,
    },
  ];
}

/** Whether the text of an address names this computer. */
function isLoopback(address: string): boolean {
  return /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(new URL(address).hostname);
}

/** `OLLAMA_HOST` may be a host, a port, both, or a whole address; a server's `0.0.0.0` is reached at the loopback address. */
function ollamaAddress(host: string | undefined): string {
  const usualAddress = 'http://127.0.0.1:11434/v1';
  const hostText = host?.trim() ?? '';
  if (hostText === '') return usualAddress;
  const wholeAddress = hostText.includes('://') ? hostText : `http://${hostText}`;
  if (!URL.canParse(wholeAddress)) return usualAddress;
  const url = new URL(wholeAddress);
  if (url.hostname === '0.0.0.0') url.hostname = '127.0.0.1';
  const hasPort = url.port !== '' || hostText.includes('://');
  return `${url.protocol}//${url.hostname}:${hasPort ? url.port || (url.protocol === 'https:' ? '443' : '80') : '11434'}/v1`;
}

export function createAddressRunner(runner: AddressRunner, secrets: SecretStore, env: NodeJS.ProcessEnv): Runner {
  const { id, title, address, api, model, keyVariable, needsKey } = runner;
  const { answer, models, takes } = apis[api];
  const { host } = new URL(address);
  const secret = `runner-${id}` as const;

  async function service(): Promise<ModelService> {
    const key = (keyVariable && env[keyVariable]?.trim()) || (await secrets.read(secret))?.value;
    if (key !== undefined && !mayGetKey(address))
      throw new RunError(
        'login',
        `${title} has a key, which does not go over plain HTTP: change its address to https.`,
      );
    if (key === undefined && needsKey) throw new RunError('login', await howToSetKey());
    return { title, address, key };
  }

  async function howToSetKey(): Promise<string> {
    if (await secrets.isLocked(secret))
      return `The key for ${title} is in the keychain, which only the desktop app can open: open the desktop app, or set ${keyVariable ?? 'the key again'}.`;
    const variable = keyVariable === undefined ? '' : `, or set ${keyVariable} in the environment`;
    return `${title} has no key: press “Set key” in the window's list of runners, pipe it into "prompt-workbench runners --set-key ${id}"${variable}.`;
  }

  return {
    id,
    title,
    kind: 'address',
    place: address,
    consent: isPrivateUrl(address)
      ? `The messages of the prompt go to ${host}, which is on this computer or your own network.`
      : `The messages of the prompt, with their values and search results, go to ${host} with your key. ${host} may charge you for them.`,
    ...(model !== undefined && { model }),
    takesModel: true,
    lacks: [],

    async detect(signal) {
      try {
        const knownService = await service();
        // Nothing is sent to another computer before a person runs a prompt.
        if (!isLoopback(address)) return { state: { kind: 'ready', isUntried: true } };
        const timeout = AbortSignal.timeout(localTimeoutMs);
        return { state: { kind: 'ready' }, models: await models(knownService, AbortSignal.any([signal, timeout])) };
      } catch (error) {
        signal.throwIfAborted();
        if (error instanceof RunError && error.code === 'login')
          return { state: { kind: 'needs-key', message: error.message } };
        // The service answers, but does not list its models.
        if (error instanceof RunError && error.code !== 'network') return { state: { kind: 'ready' } };
        const message = `Nothing answers at ${host}: start ${title}, or add the right address to the window's list of runners.`;
        return { state: { kind: 'missing', message } };
      }
    },

    leavesOut: ({ messages }) => listLeftOut(messages, takes, title),

    async answer(request, progress) {
      const knownService = await service();
      const modelName = request.model ?? model ?? (await onlyModel(knownService, progress.signal));
      const text = streamWithoutKey(progress.onText, knownService.key);
      try {
        const ending = await answer(knownService, modelName, request, { ...progress, onText: text.write });
        return { ...ending, ...(ending.model !== undefined && { model: withoutKey(ending.model, knownService.key) }) };
      } catch (error) {
        throw errorWithoutKey(error, knownService.key);
      } finally {
        text.end();
      }
    },
  };

  /** Finds the model of a service that has only one. @throws RunError `missing` if it has none or several */
  async function onlyModel(service: ModelService, signal: AbortSignal): Promise<string> {
    const modelNames = await models(service, signal);
    const [first] = modelNames;
    if (first === undefined)
      throw new RunError('missing', `${title} names no model: install one there, or name it with --model.`);
    if (modelNames.length === 1) return first;
    const modelList =
      modelNames.length > 12
        ? `${modelNames.slice(0, 12).join(', ')} and ${modelNames.length - 12} more`
        : modelNames.join(', ');
    throw new RunError('missing', `${title} has several models, so name one: ${modelList}.`);
  }
}
