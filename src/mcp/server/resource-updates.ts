/** Tells subscribers when what a resource holds has changed (MCP, "Resources", "Subscriptions"). */
import { createHash } from 'node:crypto';
import type { JSONRPCMessage } from '@modelcontextprotocol/server';
import { inBackground } from '../../base/in-background.ts';
import { isJsonObject } from '../../base/json.ts';
import { TaskQueue } from '../../base/task-queue.ts';
import type { LiveServer } from '../../library/types.ts';
import { invalidParams } from './answer/failure.ts';
import { type FoundResource, findResource, readResource } from './answer/resources.ts';
import { featuresOf, MODERN_REVISION } from './revisions.ts';

/** Most subscriptions together, and most URIs of one. */
const maxSubscriptions = 1_000;

/** What a subscriber knows of a resource. */
interface KnownResource {
  /** Undefined while nothing embeds it. */
  readonly block: FoundResource['block'] | undefined;
  /** Of the contents; undefined while they cannot be read. */
  readonly hash: string | undefined;
}

/**
 * The subscriptions of one connection, or of all stateless clients of a server. It reads what is subscribed to, and
 * nothing else, after the server's definitions or its media files have changed, and notifies if that differs from before.
 */
export class ResourceUpdates {
  readonly #liveServer: LiveServer;
  readonly #notify: (uri: string) => void;
  /** URIs by their subscription: a URI of a handshake client, the request or the stream of a stateless one. */
  readonly #subscriptions = new Map<unknown, readonly string[]>();
  readonly #resources = new Map<string, KnownResource>();
  #unwatch: (() => void) | undefined;
  /** One after another, so that a file that changes again during a comparison is compared again. */
  readonly #steps = new TaskQueue();

  constructor(liveServer: LiveServer, notify: (uri: string) => void) {
    this.#liveServer = liveServer;
    this.#notify = notify;
  }

  /**
   * Starts a subscription. Resolves once every later change is noticed.
   * @throws ProtocolError −32602 for too many
   */
  async subscribe(subscription: unknown, uris: readonly string[]): Promise<void> {
    if (uris.length > maxSubscriptions || this.#subscriptions.size >= maxSubscriptions)
      throw invalidParams(`Too many subscriptions: at most ${maxSubscriptions} are possible; unsubscribe first.`);
    this.#subscriptions.set(subscription, uris);
    this.#unwatch ??= this.#watch();
    await this.#steps.run(async () => {
      for (const uri of uris) if (!this.#resources.has(uri)) this.#resources.set(uri, await this.#read(uri));
    });
  }

  unsubscribe(subscription: unknown): void {
    if (!this.#subscriptions.delete(subscription)) return;
    const uris = new Set([...this.#subscriptions.values()].flat());
    for (const uri of this.#resources.keys()) if (!uris.has(uri)) this.#resources.delete(uri);
    if (uris.size === 0) this.close();
  }

  close(): void {
    this.#unwatch?.();
    this.#unwatch = undefined;
    this.#subscriptions.clear();
    this.#resources.clear();
  }

  #watch(): () => void {
    const stops = [
      this.#liveServer.subscribe(() => inBackground(this.#steps.run(() => this.#compare({ isMediaChanged: false })))),
      this.#liveServer.subscribeToMedia(() =>
        inBackground(this.#steps.run(() => this.#compare({ isMediaChanged: true }))),
      ),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }

  async #compare({ isMediaChanged }: { readonly isMediaChanged: boolean }): Promise<void> {
    for (const [uri, before] of [...this.#resources]) {
      const block = this.#find(uri);
      const isFile = block?.body.kind === 'file';
      // No block embeds a file of a skill, which is made of a whole prompt.
      const isOfSkill = !block && uri.startsWith('skill://');
      // A file that was not read again keeps its blocks.
      if (block === before.block && !isOfSkill && !(isFile && isMediaChanged)) continue;
      const now = await this.#read(uri);
      if (!this.#resources.has(uri)) continue;
      this.#resources.set(uri, now);
      if (now.hash !== before.hash) this.#notify(uri);
    }
  }

  #find(uri: string): KnownResource['block'] {
    try {
      return findResource(uri, this.#liveServer.current(), 'resources/subscribe').block;
    } catch {
      return undefined;
    }
  }

  async #read(uri: string): Promise<KnownResource> {
    const block = this.#find(uri);
    try {
      const contents = await readResource(uri, this.#liveServer, featuresOf(MODERN_REVISION));
      return { block, hash: createHash('sha256').update(JSON.stringify(contents)).digest('base64') };
    } catch {
      return { block, hash: undefined };
    }
  }
}

/** The URIs that a filter of `subscriptions/listen` asks for (2026-07-28, `SubscriptionFilter`). */
export function resourceSubscriptionsOf(filter: unknown): readonly string[] {
  const uris = isJsonObject(filter) ? filter.resourceSubscriptions : undefined;
  return Array.isArray(uris) ? uris.filter((uri) => typeof uri === 'string') : [];
}

/** Follows the subscriptions of a stateless connection, which the SDK answers and from which it filters notifications. */
export function followListening(updates: ResourceUpdates, message: JSONRPCMessage): void {
  if (!('method' in message)) return;
  if (message.method === 'notifications/cancelled') updates.unsubscribe(message.params?.requestId);
  if (message.method !== 'subscriptions/listen' || !('id' in message)) return;
  const uris = resourceSubscriptionsOf(message.params?.notifications);
  // The SDK answers too many subscriptions, and their excess is not watched.
  if (uris.length > 0) updates.subscribe(message.id, uris).catch(() => {});
}
