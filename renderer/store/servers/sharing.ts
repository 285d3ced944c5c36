/** Packs servers for other people, and compares their surfaces. Loads with the first view that does. */
import type { Output } from '../../../src/contract/contract.ts';
import type { StoreContext } from '../context.ts';
import { requireSaved } from '../definition/require-saved.ts';

export type PackagePlan = Output<'pack.plan'>;
export type PublishedPlugin = Output<'pack.publish'>;
export type ComparedSample = Output<'surfaces.compare'>[number];

/** Each saves unsaved edits first. @throws WorkbenchError also if one cannot be saved */
export interface PackageActions {
  plan(server: string, kind: PackagePlan['kind']): Promise<PackagePlan>;
  archive(server: string, kind: PackagePlan['kind']): Promise<Output<'pack.archive'>>;
  publish(server: string): Promise<PublishedPlugin>;
  /** Takes out what `publish` has written last. */
  unpublish(server: string): Promise<void>;
  compare(server: string): Promise<readonly ComparedSample[]>;
}

/** @param flush saves unsaved edits */
export function createSharing({ host }: Pick<StoreContext, 'host'>, flush: () => Promise<boolean>): PackageActions {
  return {
    async plan(server, kind) {
      await requireSaved(flush);
      return host.call('pack.plan', { server, kind });
    },
    async archive(server, kind) {
      await requireSaved(flush);
      return host.call('pack.archive', { server, kind });
    },
    async publish(server) {
      await requireSaved(flush);
      return host.call('pack.publish', { server });
    },
    async unpublish(server) {
      await host.call('pack.unpublish', { server });
    },
    async compare(server) {
      await requireSaved(flush);
      return host.call('surfaces.compare', { server });
    },
  };
}
