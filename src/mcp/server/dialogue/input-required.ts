/** The answer that asks the client for input (MCP 2026-07-28, `InputRequiredResult`), on its way out of a call. */
import type { JsonObject } from '../../../base/json.ts';

export class InputRequired extends Error {
  readonly result: JsonObject;

  constructor(result: JsonObject) {
    super('The request needs input from its client.');
    this.result = result;
  }
}
