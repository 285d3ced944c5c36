/** Whose work it is: a connection, a session, or the name by which a client without either is known. */
export type ClientKey = object | string;

/** Items that wait their turn. The clients take turns; each client's items keep their order. */
export class FairQueue<Item> {
  /** In the order of turns. No line is empty. */
  readonly #lines = new Map<ClientKey, Item[]>();

  push(client: ClientKey, item: Item): void {
    const line = this.#lines.get(client);
    if (line) line.push(item);
    else this.#lines.set(client, [item]);
  }

  /** Puts an item in front of all others of its client. */
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

  /** Removes and gives everything. */
  drain(): Item[] {
    const items = [...this.#lines.values()].flat();
    this.#lines.clear();
    return items;
  }
}
