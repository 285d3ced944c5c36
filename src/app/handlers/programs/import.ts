/** The calls that import prompts and export them as Wolfram Language. Each loads its code at first use. */

import { inBackground } from '../../../base/in-background.ts';
import { loadOnce } from '../../../base/load-once.ts';
import type { CallName, Handlers, Input } from '../../../contract/contract.ts';
import type { Library } from '../../../library/types.ts';
import { changeSetView } from '../answers.ts';
import type { Inspector } from './inspect.ts';

type ImportCall = Extract<CallName, `${'import' | 'wolfram'}.${string}`>;

/**
 * @param closingSignal fires when the workbench closes, and ends every program that an import has started
 * @param running the connection to an inspected server
 */
export function importHandlers(
  library: Library,
  closingSignal: AbortSignal,
  running: Inspector['running'],
): Pick<Handlers, ImportCall> {
  const imports = loadOnce(async () => {
    const { createImports } = await import('../../../import/imports.ts');
    return createImports(library.dir);
  });
  const stop = async () => (await imports.ifStarted())?.stop();
  closingSignal.addEventListener('abort', () => inBackground(stop()));
  return {
    'import.stop': async () => {
      await stop();
      return {};
    },
    'import.read': async (source) => {
      const { importId, reading } = await (await imports()).read(
        source.kind === 'inspected' ? { kind: 'running', server: await running(source.id) } : source,
      );
      return {
        importId,
        items: reading.items.map(({ kind, name, from, as, notes, instead, slots }) => ({
          kind,
          name,
          from,
          as,
          notes: [...notes],
          ...(instead && { instead: { label: instead.label } }),
          ...(slots && { slots: [...slots.slotTexts] }),
        })),
        problems: reading.problems.map(({ from, message, prompt, line, column }) => ({
          from,
          message,
          ...(prompt !== undefined && { prompt }),
          ...(line !== undefined && { line }),
          ...(column !== undefined && { column }),
        })),
        notes: [...(reading.notes ?? [])],
        ...(reading.server && { server: reading.server.name }),
      };
    },
    'import.plan': async ({ importId, choices, target }) => {
      const [openImports, { textOfFile }] = await Promise.all([imports(), import('../../../import/arrange-import.ts')]);
      const { files } = openImports.plan(importId, choices, target, library.snapshot());
      return {
        files: files.map((file) => ({
          file: file.file,
          text: textOfFile(file),
          ...(file.index !== undefined && { index: file.index }),
          notes: [...file.notes],
        })),
      };
    },
    'import.apply': async ({ importId, choices, target }) => {
      const service = await imports();
      return changeSetView(await library.arrange(service.arrange(importId, choices, target)));
    },
    'wolfram.export': async (request) => {
      const { text, notes } = await wolframText(library, request);
      return { text, notes: [...notes] };
    },
    'wolfram.state': async () => {
      const program = await (await import('../../../wolfram/kernel/find-wolframscript.ts')).findWolframscript();
      return program === undefined ? {} : { program };
    },
  };
}

async function wolframText(library: Library, request: Input<'wolfram.export'>) {
  const { promptListText, promptText, serverText } = await import('../../../import/wolfram-text.ts');
  const snapshot = library.snapshot();
  switch (request.kind) {
    case 'server':
      return serverText(snapshot, request.server);
    case 'prompts':
      return promptListText(snapshot, request.server);
    case 'prompt':
      return promptText(snapshot, request.server, request.index);
  }
}
