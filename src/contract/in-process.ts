import type { HostTransport, Reply } from './contract.ts';
import { failure } from './dispatch.ts';

/**
 * The pipe without a process boundary, for tests: everything crosses as a structured clone, exactly as Electron's IPC
 * carries it, so that nobody comes to rely on a shared object.
 */
export function createInProcessTransport(core: HostTransport): HostTransport {
  return {
    call: async (name, input) =>
      refuseUncloneable(name, input) ?? structuredClone(await core.call(name, structuredClone(input))),
    listen: (listener) => core.listen((message) => listener(structuredClone(message))),
  };
}

/** The answer to an input that no pipe can carry (a function, a live object); nothing for any other. */
export function refuseUncloneable(name: string, input: unknown): Reply | undefined {
  try {
    structuredClone(input);
    return undefined;
  } catch {
    return failure('invalid-input', `The input of "${name}" cannot be sent; send values that JSON can hold.`);
  }
}
