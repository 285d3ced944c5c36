/** Finds the id of a JSON-RPC request in a line that is too long to parse, from its bytes as they arrive. */

/** Longest id or key in bytes; a longer one counts as absent. */
const maxTokenBytes = 512;

const quote = 0x22;
const backslash = 0x5c;
const colon = 0x3a;
const comma = 0x2c;

/** Reads one JSON object. Only members of the object itself count, not those of values in it. */
export class RequestIdScanner {
  #depth = 0;
  #isInString = false;
  #isEscaped = false;
  #isValue = false;
  #isIdMember = false;
  #token: number[] = [];
  #id: string | number | null = null;

  /** The id so far; `null` if there is none. */
  get id(): string | number | null {
    return this.#id;
  }

  read(bytes: Uint8Array): void {
    for (const byte of bytes) this.#take(byte);
  }

  #take(byte: number): void {
    if (this.#isInString) {
      this.#keep(byte);
      if (this.#isEscaped) this.#isEscaped = false;
      else if (byte === backslash) this.#isEscaped = true;
      else if (byte === quote) this.#isInString = false;
      return;
    }
    const character = String.fromCharCode(byte);
    if (byte === quote) {
      this.#isInString = true;
      this.#keep(byte);
    } else if (character === '{' || character === '[') {
      // A line that begins with a list is a batch, whose requests have several ids.
      this.#depth += this.#depth === 0 && character === '[' ? 2 : 1;
    } else if (character === '}' || character === ']') {
      if (this.#depth === 1) this.#endMember();
      this.#depth -= 1;
    } else if (this.#depth === 1 && byte === colon) {
      this.#isIdMember = !this.#isValue && this.#text() === '"id"';
      this.#isValue = true;
      this.#token = [];
    } else if (this.#depth === 1 && byte === comma) this.#endMember();
    else this.#keep(byte);
  }

  #keep(byte: number): void {
    const isWanted = this.#depth === 1 && (!this.#isValue || this.#isIdMember);
    if (isWanted && this.#token.length <= maxTokenBytes) this.#token.push(byte);
  }

  #endMember(): void {
    if (this.#isIdMember) this.#id = idIn(this.#text());
    this.#isIdMember = false;
    this.#isValue = false;
    this.#token = [];
  }

  #text(): string {
    return Buffer.from(this.#token).toString('utf8').trim();
  }
}

function idIn(json: string): string | number | null {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'string' || Number.isSafeInteger(value) ? (value as string | number) : null;
  } catch {
    return null;
  }
}
