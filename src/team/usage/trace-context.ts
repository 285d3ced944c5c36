/** W3C Trace Context: the trace that a request belongs to. */
import { randomBytes } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { isJsonObject } from '../../base/json.ts';

export interface TraceContext {
  /** 32 hexadecimal digits. */
  readonly trace: string;
  /** The span of this replica: 16 hexadecimal digits. */
  readonly span: string;
  /** The span of the client or the balancer; absent if the trace begins here. */
  readonly parent?: string;
}

/**
 * `params._meta.traceparent` of a message (SEP-414), else the header of the request, else a new trace.
 * @param params of a JSON-RPC request
 */
export function traceContext(params: unknown, header: string | undefined): TraceContext {
  const meta = isJsonObject(params) && isJsonObject(params._meta) ? params._meta.traceparent : undefined;
  const parent = readTraceparent(meta) ?? readTraceparent(header);
  const span = randomBytes(8).toString('hex');
  return parent ? { ...parent, span } : { trace: randomBytes(16).toString('hex'), span };
}

/** Trace Context, section 3.2: later versions may have more fields, zeros are not an id. */
function readTraceparent(value: unknown): { readonly trace: string; readonly parent: string } | undefined {
  if (typeof value !== 'string') return undefined;
  const [, version, trace, parent, rest] =
    /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}(-.*)?$/.exec(value) ?? [];
  if (trace === undefined || parent === undefined || version === 'ff') return undefined;
  if (version === '00' && rest !== undefined) return undefined;
  return /^0+$/.test(trace) || /^0+$/.test(parent) ? undefined : { trace, parent };
}

/** The header of a request, for `traceContext`. */
export function traceOf({ traceparent }: IncomingHttpHeaders): { readonly traceparent?: string } {
  return typeof traceparent === 'string' ? { traceparent } : {};
}
