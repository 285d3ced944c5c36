/** The client of a job: a connection, a session, or a name for a client without either. */
export type ClientKey = object | string;

/** A queue in which clients take turns; each client's items keep their order. */
export class FairQueue<Item> {
  /** In the order of turns, without empty lines. */
  readonly #lines = new Map<ClientKey, Item[]>();

  push(client: ClientKey, item: Item): void {
    const line = this.#lines.get(client);
    if (line) line.push(item);
    else this.#lines.set(client, [item]);
  }

  /** Puts an item before all others of its client. */
  putBack(client: ClientKey, item: Item): void {
    const line = this.#lines.get(client);
    if (line) line.unshift(item);
    else this.#lines.set(client, [item]);
  }

  /** Removes the oldest item of the client whose turn it is among those that `mayStart`. */
  take(mayStart: (client: ClientKey) => boolean): Item | undefined {
    for (const [client, line] of this.#lines) {
      if (!mayStart(client)) continue;
      const item = line.shift();
      this.#lines.delete(client);
      if (line.length > 0) this.#lines.set(client, line);
      return item;
    }
    return undefined;
  }

  /** Removes the first item of a client that `isIt`. */
  removeWhere(client: ClientKey, isIt: (item: Item) => boolean): void {
    const line = this.#lines.get(client);
    const place = line?.findIndex(isIt) ?? -1;
    if (!line || place < 0) return;
    line.splice(place, 1);
    if (line.length === 0) this.#lines.delete(client);
  }

  /** Removes and returns all items. */
  drain(): Item[] {
    const items = [...this.#lines.values()].flat();
    this.#lines.clear();
    return items;
  }
}
