/** All importers, the most specific first: the first one that recognises a source reads it. */
import type { Importer, ImportSource } from '../importer.ts';
import { claudeCode } from './claude-code.ts';
import { dotprompt } from './dotprompt.ts';
import { langfuse } from './langfuse.ts';
import { mcpServer } from './mcp-server.ts';
import { plainText } from './plain-text.ts';
import { vscode } from './vscode.ts';
import { wolfram } from './wolfram.ts';

export const importers: readonly Importer[] = [mcpServer, wolfram, claudeCode, vscode, dotprompt, langfuse, plainText];

/** Undefined if no importer recognises the source. */
export function importerFor(source: ImportSource): Importer | undefined {
  return importers.find((importer) => importer.recognises(source));
}
