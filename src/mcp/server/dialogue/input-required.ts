/** How a dialogue ends a request before its answer. */
import { ProtocolError } from '@modelcontextprotocol/server';
import type { JsonObject } from '../../../base/json.ts';

/** The answer that asks the client for input (MCP 2026-07-28, `InputRequiredResult`), on its way out of a call. */
export class InputRequired extends Error {
  readonly result: JsonObject;

  constructor(result: JsonObject) {
    super('The request needs input from its client.');
    this.result = result;
  }
}

/** JSON-RPC −32602: the state that came with a request belongs to no dialogue that can continue. */
export class RefusedState extends ProtocolError {
  constructor(message: string) {
    super(-32602, message);
  }
}

/** JSON-RPC −32021 (MCP 2026-07-28, "Lifecycle"): a function asks, and its client has declared no forms. */
export class MissingForms extends ProtocolError {
  /** @param label of the prompt or tool, at the start of a sentence */
  constructor(label: string) {
    super(-32021, `${label} asks in a form, and this client shows no forms: use a client that does.`, {
      requiredCapabilities: { elicitation: { form: {} } },
    });
  }
}
