import {
  isJSONRPCErrorResponse,
  isJSONRPCNotification,
  isJSONRPCRequest,
  isJSONRPCResultResponse,
} from '@modelcontextprotocol/server';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { messageFault } from './message.ts';

const sdkTakes = (value: unknown) =>
  isJSONRPCRequest(value) ||
  isJSONRPCNotification(value) ||
  isJSONRPCResultResponse(value) ||
  isJSONRPCErrorResponse(value);

const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };

it.each([
  [{ ...ping, params: { _meta: null } }, '_meta'],
  [{ ...ping, params: { _meta: 'x' } }, '_meta'],
  [{ ...ping, params: { _meta: [] } }, '_meta'],
  [{ ...ping, params: { _meta: { progressToken: null } } }, 'progressToken'],
  [{ ...ping, params: { _meta: { progressToken: 1.5 } } }, 'progressToken'],
  [{ ...ping, params: { _meta: { 'io.modelcontextprotocol/related-task': {} } } }, 'taskId'],
  [{ ...ping, extra: 1 }, '"extra"'],
  [{ ...ping, result: {} }, '"result"'],
  // biome-ignore lint/correctness/noPrecisionLoss: it is what a client may send
  [{ ...ping, id: 9007199254740993 }, 'id'],
  [{ ...ping, id: 1e300 }, 'id'],
  [{ jsonrpc: '2.0', id: 1, result: 5 }, 'result'],
  [{ jsonrpc: '2.0', result: {} }, 'id'],
  [{ jsonrpc: '2.0', id: 1, error: {} }, 'error'],
])('a message that the SDK would drop without an answer is refused: %j', (value, namedText) => {
  expect(sdkTakes(value)).toBe(false);
  expect(messageFault(value)).toContain(namedText);
});

const id = fc.oneof(fc.string(), fc.integer(), fc.double(), fc.constantFrom(null, 2 ** 53, -(2 ** 53), 1e300));
const task = fc.oneof(
  fc.json().map((text) => JSON.parse(text)),
  fc.record({ taskId: fc.jsonValue() }),
);
const meta = fc.record(
  { progressToken: fc.oneof(id, fc.jsonValue()), 'io.modelcontextprotocol/related-task': task, other: fc.jsonValue() },
  { requiredKeys: [] },
);
const params = fc.oneof(fc.jsonValue(), fc.record({ _meta: fc.oneof(meta, fc.jsonValue()), name: fc.jsonValue() }));
const error = fc.record({ code: id, message: fc.oneof(fc.string(), id), data: fc.jsonValue() }, { requiredKeys: [] });
const almostMessage = fc
  .record(
    {
      jsonrpc: fc.oneof({ weight: 9, arbitrary: fc.constant('2.0') }, { weight: 1, arbitrary: fc.jsonValue() }),
      id,
      method: fc.oneof({ weight: 5, arbitrary: fc.constant('ping') }, { weight: 1, arbitrary: fc.jsonValue() }),
      params,
      result: fc.oneof(fc.constant({}), fc.jsonValue()),
      error,
      extra: fc.jsonValue(),
    },
    { requiredKeys: [] },
  )
  // As it arrives: JSON has no undefined, NaN or -0.
  .map((value) => JSON.parse(JSON.stringify(value)));

it('takes a request, a notification or an error exactly when the SDK does, and no result that the SDK drops', () => {
  fc.assert(
    fc.property(almostMessage, (value) => {
      const isAccepted = messageFault(value) === undefined;
      // An unrequested result never gets an answer, so the SDK checks its content.
      if ('result' in value && !('method' in value)) expect(isAccepted || !sdkTakes(value)).toBe(true);
      else expect(isAccepted).toBe(sdkTakes(value));
    }),
    { numRuns: 2_000 },
  );
});
