import { expect, test } from 'vitest';
import { createMetrics } from './metrics.ts';
import { traceContext } from './trace-context.ts';

const call = { server: 'Docs', answer: { result: {} }, revision: '2025-11-25', durationMs: 30 };
const lines = async (metrics: ReturnType<typeof createMetrics>, name: string) =>
  (await metrics.text()).split('\n').filter((line) => line.startsWith(name));

test('a call is measured in seconds, by the names of the conventions', async () => {
  const metrics = createMetrics({ streams: () => 3 });
  metrics.operation({ ...call, request: { method: 'prompts/get', params: { name: 'greet' } } }, () => true);
  const labels =
    'mcp_server_name="Docs",mcp_method_name="prompts/get",gen_ai_prompt_name="greet",gen_ai_tool_name="",error_type="",mcp_protocol_version="2025-11-25",network_transport="tcp"';
  expect(await lines(metrics, 'mcp_server_operation_duration_seconds')).toContain(
    `mcp_server_operation_duration_seconds_sum{${labels}} 0.03`,
  );
  expect(await lines(metrics, 'prompt_workbench_open_streams')).toEqual(['prompt_workbench_open_streams 3']);
  expect(metrics.contentType).toContain('text/plain');
});

test('clients cannot invent labels, whatever they request', async () => {
  const metrics = createMetrics({ streams: () => 0 });
  for (let index = 0; index < 100; index++) {
    metrics.operation({ ...call, request: { method: `invented-${index}`, params: {} } }, () => true);
    metrics.operation(
      {
        ...call,
        answer: { error: { code: -32602 } },
        request: { method: 'prompts/get', params: { name: `x${index}` } },
      },
      () => false,
    );
  }
  const counts = await lines(metrics, 'mcp_server_operation_duration_seconds_count');
  expect(counts).toHaveLength(2);
  expect(counts.join()).toContain('error_type="-32602"');
});

test('usage rows and refusals are measured', async () => {
  const metrics = createMetrics({ streams: () => 0, usage: () => ({ written: 5, lost: 2, spooledBytes: 9 }) });
  metrics.refused(401);
  metrics.refused(401);
  expect(await lines(metrics, 'prompt_workbench_usage_rows_lost')).toEqual(['prompt_workbench_usage_rows_lost 2']);
  expect(await lines(metrics, 'prompt_workbench_refused')).toEqual([
    'prompt_workbench_refused_requests_total{http_response_status_code="401"} 2',
  ]);
});

const trace = 'a'.repeat(32);
const parent = 'b'.repeat(16);

test('a message names its trace before its request does, and without one a trace begins', () => {
  const inMessage = { _meta: { traceparent: `00-${trace}-${parent}-01` } };
  expect(traceContext(inMessage, `00-${'c'.repeat(32)}-${parent}-01`)).toMatchObject({ trace, parent });
  expect(traceContext({}, `00-${trace}-${parent}-00`)).toMatchObject({ trace, parent });
  const newContext = traceContext(undefined, undefined);
  expect(newContext).toEqual({
    trace: expect.stringMatching(/^[0-9a-f]{32}$/),
    span: expect.stringMatching(/^[0-9a-f]{16}$/),
  });
});

test.each([
  `00-${'0'.repeat(32)}-${parent}-01`,
  `00-${trace}-${'0'.repeat(16)}-01`,
  `ff-${trace}-${parent}-01`,
  `00-${trace}-${parent}-01-more`,
  `00-${trace.toUpperCase()}-${parent}-01`,
  'nonsense',
])('the header %s names no trace', (header) => {
  expect(traceContext(undefined, header).parent).toBeUndefined();
});
