/** Adds the entry of a token to the text of `access.yaml`, and leaves every other character as it is. */
import { isMap, isSeq } from 'yaml';
import { WorkbenchError } from '../../base/errors.ts';
import { parseText } from '../../library/read/definition/plain-data.ts';
import { accessFile, readAccess } from './access-file.ts';
import type { TokenData } from './access-schema.ts';

/**
 * Returns the text with the entry of a token.
 * @param text of the file; empty for a new one
 * @throws WorkbenchError `invalid-input` if the file has an error, or no place for the entry
 */
export function withToken(text: string, token: TokenData): string {
  const { problems, policy } = readAccess(text);
  const [fault] = problems.filter(({ severity }) => severity === 'error');
  if (fault) throw new WorkbenchError('invalid-input', `${accessFile}:${fault.line}:${fault.column}: ${fault.message}`);
  if (policy.tokens.some(({ Name }) => Name === token.Name))
    throw new WorkbenchError(
      'invalid-input',
      `${accessFile} has a token ${JSON.stringify(token.Name)} already: remove its entry, or choose another name.`,
    );
  const nextText = insert(text, token);
  const result = nextText === undefined ? undefined : readAccess(nextText);
  const faultAfter = result?.problems.find(({ severity }) => severity === 'error');
  if (faultAfter?.at[0] === 'Tokens' && faultAfter.at[1] === policy.tokens.length)
    throw new WorkbenchError('invalid-input', faultAfter.message);
  if (nextText === undefined || faultAfter || result?.policy.tokens.length !== policy.tokens.length + 1)
    throw new WorkbenchError(
      'invalid-input',
      `There is no place for an entry in Tokens of ${accessFile}: write each entry of it on its own line with "- ".`,
    );
  return nextText;
}

/** @returns undefined if `Tokens` is not a list whose entries start on separate lines */
function insert(text: string, token: TokenData): string | undefined {
  const root = parseText(text).document.root;
  const tokens = isMap(root) ? root.get('Tokens', true) : undefined;
  const lineBreak = text.includes('\r\n') ? '\r\n' : '\n';
  if (tokens === undefined || tokens === null || !isSeq(tokens)) {
    if (isMap(root) && (root.has('Tokens') || root.flow)) return undefined;
    const start = text === '' || text.endsWith('\n') ? text : text + lineBreak;
    return `${start}Tokens:${lineBreak}${entry(token, '  ').join(lineBreak)}${lineBreak}`;
  }
  const last = tokens.items.at(-1) as { readonly range?: readonly [number, number, number] } | undefined;
  const firstToken = tokens.items[0] as { readonly range?: readonly [number, number, number] } | undefined;
  if (tokens.flow || !last?.range || !firstToken?.range) return undefined;
  const lineStart = text.lastIndexOf('\n', firstToken.range[0] - 1) + 1;
  const [indent] = /^[ ]*(?=- )/.exec(text.slice(lineStart)) ?? [];
  if (indent === undefined) return undefined;
  const lineEnd = text.indexOf('\n', last.range[1] - 1);
  const at = lineEnd < 0 ? text.length : lineEnd + 1;
  const start = lineEnd < 0 ? text + lineBreak : text.slice(0, at);
  return `${start}${entry(token, indent).join(lineBreak)}${lineBreak}${text.slice(at)}`;
}

function entry({ Name, Hash, Scopes, Groups, Expires }: TokenData, indent: string): string[] {
  return [
    `${indent}- Name: ${JSON.stringify(Name)}`,
    `${indent}  Hash: ${Hash}`,
    ...(Scopes ? [`${indent}  Scopes: ${JSON.stringify(Scopes)}`] : []),
    ...(Groups ? [`${indent}  Groups: ${JSON.stringify(Groups)}`] : []),
    ...(Expires ? [`${indent}  Expires: ${JSON.stringify(Expires)}`] : []),
  ];
}
