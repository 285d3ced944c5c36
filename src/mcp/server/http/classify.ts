import type { IncomingHttpHeaders } from 'node:http';
import {
  classifyInboundRequest,
  type InboundClassificationOutcome,
  type InboundModernRoute,
  type JSONRPCRequest,
} from '@modelcontextprotocol/server';
import { messageFault } from '../answer/message.ts';
import { CheckedEnvelope } from '../envelope.ts';
import { MODERN_REVISION } from '../revisions.ts';

/** Decides the era of each POST, as the SDK does. */
export class Classifier {
  readonly #envelope = new CheckedEnvelope();

  classify(headers: IncomingHttpHeaders, body: unknown): InboundClassificationOutcome {
    let outcome: InboundClassificationOutcome | undefined;
    const classify = () => {
      outcome = classifyInboundRequest({
        httpMethod: 'POST',
        ...headerAs('protocolVersionHeader', headers['mcp-protocol-version']),
        ...headerAs('mcpMethodHeader', headers['mcp-method']),
        ...headerAs('mcpNameHeader', headers['mcp-name']),
        body,
      });
      return outcome;
    };
    // The SDK parses the message by four schemas, a fifth of the time of a call. They find nothing new in a message
    // that is well formed, whose headers repeat it, and whose envelope was valid before.
    if (!isPlainRequest(headers, body)) return classify();
    const isModern = this.#envelope.isValid(body.params?._meta, () => isModernRequest(classify()));
    return outcome ?? (isModern ? routeOf(body) : classify());
  }
}

function isPlainRequest(headers: IncomingHttpHeaders, body: unknown): body is JSONRPCRequest {
  if (messageFault(body) !== undefined) return false;
  const { id, method } = body as Partial<JSONRPCRequest>;
  if (id === undefined || method === undefined || method === 'initialize') return false;
  return headers['mcp-protocol-version'] === MODERN_REVISION && headers['mcp-method'] === method;
}

function isModernRequest(outcome: InboundClassificationOutcome): boolean {
  return (
    outcome.kind === 'modern' &&
    outcome.messageKind === 'request' &&
    outcome.classification.revision === MODERN_REVISION
  );
}

function routeOf(message: JSONRPCRequest): InboundModernRoute {
  return {
    kind: 'modern',
    messageKind: 'request',
    classification: { era: 'modern', revision: MODERN_REVISION },
    message,
  };
}

function headerAs<K extends string>(key: K, value: string | string[] | undefined): { [P in K]?: string } {
  return typeof value === 'string' ? ({ [key]: value } as { [P in K]?: string }) : {};
}
