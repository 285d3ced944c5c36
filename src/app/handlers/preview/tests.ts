/** Runs tests for the window, without a model. */
import type { Handlers } from '../../../contract/contract.ts';
import { realFolder } from '../../../files/workspace-paths.ts';
import type { Library } from '../../../library/types.ts';
import type { ServerServices } from '../../../mcp/server/services.ts';

export function testHandlers(
  library: Pick<Library, 'dir' | 'server'>,
  services: ServerServices,
): Pick<Handlers, 'tests.run'> {
  return {
    async 'tests.run'({ server, prompt, test, updates = false }) {
      const [{ runTests }, { openSnapshots }] = await Promise.all([
        import('../../../expectations/run-tests.ts'),
        import('../../../expectations/snapshots.ts'),
      ]);
      const snapshots = openSnapshots(realFolder(library.dir));
      const options = { only: prompt, test, snapshots, updates, marksAnswers: true };
      const results = await runTests(server, library.server(server), services, options);
      return results.map((result) => ({
        ...result,
        failures: result.failures.map(({ answer, ...failure }) => ({
          ...failure,
          ...(answer && {
            answer: { text: answer.text, marks: answer.marks.map(([from, to]) => [from, to] as [number, number]) },
          }),
        })),
        written: [...result.written],
      }));
    },
  };
}
