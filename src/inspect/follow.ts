/** Follows what an inspected server announces: changes of its lists, and of the resources that a person follows. */
import type { Client, McpSubscription } from '@modelcontextprotocol/client';
import { inBackground } from '../base/in-background.ts';
import { TaskQueue } from '../base/task-queue.ts';
import type { ServerInspection } from '../contract/contract.ts';

export interface Follower {
  /** Followed resources, with the number of announced changes of each. */
  readonly followedResources: ServerInspection['followedResources'];
  /** Starts or stops following a resource. @throws the error of the server */
  follow(uri: string, isFollowed: boolean): Promise<void>;
  /** Counts an announced change of a resource. */
  count(uri: unknown): void;
}

/**
 * Before 2026-07-28, a server announces changes of its lists by itself and those of a resource after
 * `resources/subscribe`. Since then, it announces what an open `subscriptions/listen` asks for.
 */
export function createFollower(client: Client): Follower {
  const changes = new Map<string, number>();
  const isModern = client.getProtocolEra() === 'modern';
  const { prompts, tools, resources } = client.getServerCapabilities() ?? {};
  const lists = {
    ...(prompts?.listChanged && { promptsListChanged: true }),
    ...(tools?.listChanged && { toolsListChanged: true }),
    ...(resources?.listChanged && { resourcesListChanged: true }),
  };
  let open: McpSubscription | undefined;
  const queue = new TaskQueue();

  /** Replaces the open subscription: a filter cannot be changed. */
  async function listen(uris: readonly string[]): Promise<void> {
    const filter = { ...lists, ...(uris.length > 0 && { resourceSubscriptions: [...uris] }) };
    const previous = open;
    open = Object.keys(filter).length > 0 ? await client.listen(filter) : undefined;
    await previous?.close();
  }

  // A server that refuses can still be used; the log shows its answer.
  if (isModern) inBackground(queue.run(() => listen([])).catch(() => undefined));

  return {
    get followedResources() {
      return [...changes].map(([uri, count]) => ({ uri, changes: count }));
    },
    follow: (uri, isFollowed) =>
      queue.run(async () => {
        if (changes.has(uri) === isFollowed) return;
        if (isModern) await listen([...changes.keys()].filter((key) => key !== uri).concat(isFollowed ? [uri] : []));
        else if (isFollowed) await client.subscribeResource({ uri });
        else await client.unsubscribeResource({ uri });
        if (isFollowed) changes.set(uri, 0);
        else changes.delete(uri);
      }),
    count(uri) {
      if (typeof uri !== 'string') return;
      const count = changes.get(uri);
      if (count !== undefined) changes.set(uri, count + 1);
    },
  };
}
