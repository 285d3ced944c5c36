import { expect, it } from 'vitest';
import { readTool } from '../../../../src/model/tool/tool.ts';
import { toolContentKind, withContentKind } from './tool-content.ts';

const kinds = ['text', 'blocks', 'function', 'search', 'read', 'prompt', 'mcp'] as const;

it('a form is recognised despite errors', () => {
  for (const kind of kinds) expect(toolContentKind(withContentKind(undefined, kind).value)).toBe(kind);
  expect(toolContentKind('As it is')).toBe('text');
  expect(toolContentKind({ Blocks: 'none' })).toBe('other');
  expect(toolContentKind([1])).toBe('other');
});

it('one text is converted to blocks and back without losses', () => {
  for (const text of ['As it is', { StringTemplate: 'Hello, `name`' }]) {
    const blocks = withContentKind(text, 'blocks');
    expect(blocks).toEqual({ value: { Blocks: [text] }, isLost: false });
    expect(withContentKind(blocks.value, 'text')).toEqual({ value: text, isLost: false });
  }
});

it('reports a loss only if there was something to lose', () => {
  expect(withContentKind({ StringTemplate: '' }, 'function').isLost).toBe(false);
  expect(withContentKind('text', 'function').isLost).toBe(true);
  expect(withContentKind({ Blocks: ['one', 'two'] }, 'text').isLost).toBe(true);
  expect(withContentKind({ Blocks: [{ Type: 'image', File: 'a.png' }] }, 'text').isLost).toBe(true);
});

it('text and blocks can be served at once', () => {
  for (const kind of ['text', 'blocks', 'function'] as const) {
    const Content = withContentKind(undefined, kind).value;
    expect(readTool({ Name: 'a', Content }).findings).toEqual([]);
  }
});
