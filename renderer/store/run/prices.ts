/** The prices from which costs are computed. */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Input, Output } from '../../../src/contract/contract.ts';
import type { HostClient } from '../../../src/contract/host-client.ts';

export interface Prices {
  /** Undefined until they are read. */
  readonly state: StoreApi<{ readonly list: Output<'run.prices'> | undefined }>;
  /** @throws WorkbenchError, as all others here */
  read(): Promise<void>;
  save(price: Input<'run.savePrice'>): Promise<void>;
  remove(model: string): Promise<void>;
  includeKnown(usesKnown: boolean): Promise<void>;
}

export function createPrices(host: HostClient): Prices {
  const state = createStore<{ list: Output<'run.prices'> | undefined }>()(() => ({ list: undefined }));
  const read = async () => state.setState({ list: await host.call('run.prices', {}) });
  return {
    state,
    read,
    async save(price) {
      await host.call('run.savePrice', price);
      await read();
    },
    async remove(model) {
      await host.call('run.removePrice', { model });
      await read();
    },
    async includeKnown(usesKnown) {
      await host.call('run.useKnownPrices', { usesKnown });
      await read();
    },
  };
}
