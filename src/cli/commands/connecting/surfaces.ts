/** `surfaces SERVER`: compares what the prompts of a server say on every surface, for the same values. */
import { stateDir, workspaceDir } from '../../../state/paths.ts';
import type { ComparedSample, SurfaceReading } from '../../../surfaces/compare-surfaces.ts';
import { logToStderr } from '../../log.ts';
import { onOneLine, print, printJson } from '../../print.ts';
import { withServer } from '../../with-preview.ts';

/** @throws WorkbenchError as `compareSurfaces` */
export async function surfaces(
  server: string,
  options: { readonly workspace?: string; readonly json?: boolean },
): Promise<void> {
  const [{ compareSurfaces }, { openLibrary }, { openTrust }] = await Promise.all([
    import('../../../surfaces/compare-surfaces.ts'),
    import('../../../library/open-library.ts'),
    import('../../../trust/open-trust.ts'),
  ]);
  const dir = workspaceDir(options.workspace);
  const comparison = await withServer(server, options.workspace, async (liveServer, services) => {
    const library = await openLibrary(dir, { watch: false });
    try {
      return await compareSurfaces({
        library,
        liveServer,
        server: liveServer.name,
        services,
        trust: openTrust({ workspaceDir: dir, stateDir: stateDir(), log: logToStderr }),
        pack: { cliFile: __filename, stateDir: stateDir() },
      });
    } finally {
      await library.close();
    }
  });
  if (options.json) printJson({ samples: comparison });
  else print(comparison.map(sampleAsText).join('\n') || 'It has no prompts and no skills.\n');
}

function sampleAsText({ kind, name, sample, readings }: ComparedSample): string {
  const what = kind === 'skill' ? `${name}, a skill without a prompt` : name;
  const title = onOneLine(sample === undefined ? what : `${what} (${sample})`);
  return `${title}\n${readings.map((reading, index) => readingAsText(reading, index === 0)).join('')}`;
}

/** @param isFirst whether the others are compared with it */
function readingAsText({ surface, text = '', differences, absent }: SurfaceReading, isFirst: boolean): string {
  if (isFirst) return line(surface, onOneLine(firstLine(text)));
  if (absent !== undefined) return line(surface, `not offered. ${absent}`);
  if (differences.length === 0) return line(surface, 'the same');
  return differences.map((difference) => line(surface, onOneLine(difference))).join('');
}

const line = (surface: string, text: string) => `  ${surface.padEnd(9)} ${text}\n`;

const firstLine = (text: string) => {
  const beginning = text.trim().split('\n', 1)[0] ?? '';
  return beginning.length > 80 ? `${beginning.slice(0, 80)}…` : beginning;
};
