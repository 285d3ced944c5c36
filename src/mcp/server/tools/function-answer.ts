/**
 * Converts the result of a tool's function to an answer. Accepts text, a block, a list of blocks, any other JSON (which
 * becomes text, or the structured content if there is an `OutputSchema`), or a whole result
 * `{content, structuredContent, isError, _meta}`.
 */

import { WorkbenchError } from '../../../base/errors.ts';
import { isJsonObject, type JsonObject } from '../../../base/json.ts';
import type { Block } from '../../../model/definitions.ts';
import { kindOf } from '../answer/arguments.ts';
import { blocks, isBlock } from '../answer/function-result.ts';

/** An answer before its blocks are rendered. */
export interface Answer {
  readonly blocks: readonly Block[];
  readonly structuredContent?: unknown;
  readonly isError?: boolean;
  readonly _meta?: JsonObject;
}

const resultKeys: readonly string[] = ['content', 'structuredContent', 'isError', '_meta'];

/** @throws WorkbenchError `failed` that names the place in the result */
export function answerFrom(returnedValue: unknown, outputSchema: JsonObject | undefined): Answer {
  if (isJsonObject(returnedValue) && isWholeResult(returnedValue, outputSchema)) return wholeResult(returnedValue);
  if (outputSchema && typeof returnedValue !== 'string') return { blocks: [], structuredContent: returnedValue };
  if (typeof returnedValue === 'string' || isBlock(returnedValue)) return { blocks: blocks(returnedValue) };
  const isList = Array.isArray(returnedValue) && returnedValue.some(isBlock);
  const isTexts =
    Array.isArray(returnedValue) &&
    returnedValue.length > 0 &&
    returnedValue.every((entry) => typeof entry === 'string');
  if (isList || isTexts) return { blocks: blocks(returnedValue) };
  return { blocks: [textBlock(JSON.stringify(returnedValue))] };
}

function textBlock(text: string): Block {
  return { type: 'text', text: { kind: 'literal', text } };
}

/** Whether it is a whole result. Structured content with a property `content` declares that in its schema. */
function isWholeResult(returnedValue: JsonObject, outputSchema: JsonObject | undefined): boolean {
  const keys = Object.keys(returnedValue);
  // Only `_meta` is not a result.
  if (!keys.some((key) => key !== '_meta') || !keys.every((key) => resultKeys.includes(key))) return false;
  const { properties } = outputSchema ?? {};
  return !(isJsonObject(properties) && keys.some((key) => Object.hasOwn(properties, key)));
}

function wholeResult({ content, structuredContent, isError, _meta }: JsonObject): Answer {
  if (isError !== undefined && typeof isError !== 'boolean')
    throw new WorkbenchError(
      'failed',
      `the function's result cannot be used: isError must be true or false, but it is ${kindOf(isError)}.`,
    );
  if (_meta !== undefined && !isJsonObject(_meta))
    throw new WorkbenchError(
      'failed',
      `the function's result cannot be used: _meta must be an object, but it is ${kindOf(_meta)}.`,
    );
  const isEmpty = content === undefined || (Array.isArray(content) && content.length === 0);
  return {
    blocks: isEmpty ? [] : blocks(content, 'content'),
    ...(structuredContent !== undefined && { structuredContent }),
    ...(isError && { isError }),
    ...(_meta && { _meta }),
  };
}
