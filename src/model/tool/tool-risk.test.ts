import { expect, test } from 'vitest';
import type { ToolAnnotations, ToolContent } from '../definitions.ts';
import { riskOf, riskOfTool } from './tool-risk.ts';

test.each<[ToolAnnotations | undefined, boolean, boolean]>([
  [undefined, true, true],
  [{}, true, true],
  [{ readOnlyHint: true }, false, true],
  [{ readOnlyHint: false }, true, true],
  [{ destructiveHint: false, openWorldHint: false }, false, false],
  [{ readOnlyHint: true, destructiveHint: true }, false, true],
])('A tool with the annotations %o may destroy: %s, may reach out: %s', (annotations, mayDestroy, mayReachOut) => {
  expect(riskOf(annotations)).toEqual({ mayDestroy, mayReachOut });
});

test.each<[ToolContent['kind'], boolean]>([
  ['mcp', true],
  ['wolfram', true],
  ['builtin', true],
  ['text', false],
  ['function', false],
])('An unannotated tool whose content is %s counts as destructive: %s', (kind, mayDestroy) => {
  expect(riskOfTool({ content: { kind } }).mayDestroy).toBe(mayDestroy);
  expect(riskOfTool({ content: { kind }, annotations: { destructiveHint: true } }).mayDestroy).toBe(true);
});
