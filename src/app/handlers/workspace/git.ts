/** The calls about the git repository of the workspace. Their code loads at the first call. */
import { WorkbenchError } from '../../../base/errors.ts';
import { TaskQueue } from '../../../base/task-queue.ts';
import type { Handlers, Output } from '../../../contract/contract.ts';
import type { Library } from '../../../library/types.ts';
import type { Trust } from '../../../trust/trust.ts';

type GitCalls = Extract<keyof Handlers, `git.${string}`>;

/** @param library records the history of every write */
export function gitHandlers(library: Library, trust: Trust): Pick<Handlers, GitCalls> {
  const calls = new TaskQueue();
  /** One command at a time, because two would block each other. Only if trusted, because git runs the repository's hooks and filters. */
  function inTurn<T>(run: () => Promise<T>): Promise<T> {
    return calls.run(async () => {
      if ((await trust.read()).isTrusted) return run();
      throw new WorkbenchError(
        'refused',
        'This workspace is restricted, and git would run the hooks of its repository: trust the workspace first.',
      );
    });
  }
  const place = async () => (await import('../../../git/repository.ts')).locateRepository(library.dir);

  return {
    'git.state': async () => {
      const [{ readRepositoryState }, { listChangedDefinitions }] = await Promise.all([
        import('../../../git/state.ts'),
        import('../../../publish/changed-definitions.ts'),
      ]);
      try {
        const repository = await place();
        const { upstream, ...state } = await readRepositoryState(repository.dir);
        const changes = await listChangedDefinitions(library, repository, state.head);
        return {
          kind: 'repository',
          ...state,
          ...(upstream && { upstream: { name: upstream.name, ahead: upstream.ahead, behind: upstream.behindCount } }),
          changes: changes.map(({ kind, name, file, change, summary }) => ({
            kind,
            name,
            file,
            change,
            ...(summary !== undefined && { summary }),
          })),
        };
      } catch (error) {
        if (error instanceof WorkbenchError) return { kind: 'none', message: error.message };
        throw error;
      }
    },
    'git.refs': async () => {
      const { listRefNames } = await import('../../../git/state.ts');
      return place().then(
        ({ dir }) => listRefNames(dir),
        (error: unknown) => {
          if (error instanceof WorkbenchError) return [];
          throw error;
        },
      );
    },
    'git.read': async ({ file, ref }) => {
      const [{ resolveCommit }, { readObjects }, { definitionPath }, { readText }, { dir, prefix }] = await Promise.all(
        [
          import('../../../git/repository.ts'),
          import('../../../git/commit-files.ts'),
          import('../../../files/workspace-paths.ts'),
          import('../../../library/edit/edit-text.ts'),
          place(),
        ],
      );
      const path = definitionPath(file);
      const name = `${await resolveCommit(dir, ref)}:${prefix}${file}`;
      const text = (await readObjects(dir, [name])).get(name)?.toString('utf8');
      if (text === undefined) return {};
      const value = readText(path, text)?.data as Output<'git.read'>['value'];
      return { text, ...(value !== undefined && { value }) };
    },
    'git.blame': async ({ file }) => {
      const { blame } = await import('../../../publish/blame.ts');
      return [...(await blame(library, await place(), file))];
    },
    'git.plan': ({ files }) =>
      inTurn(async () => {
        const { planPublishing } = await import('../../../publish/publish-plan.ts');
        const { message, notes, files: fileList } = await planPublishing(library, await place(), files);
        return { message, notes: [...notes], files: fileList.map(({ path }) => path) };
      }),
    'git.publish': ({ files, ...options }) =>
      inTurn(async () => {
        const [{ planPublishing }, { publish }, repository] = await Promise.all([
          import('../../../publish/publish-plan.ts'),
          import('../../../publish/publish.ts'),
          place(),
        ]);
        return publish(repository, await planPublishing(library, repository, files), options);
      }),
    'git.push': () =>
      inTurn(async () => {
        const { push } = await import('../../../publish/push.ts');
        return push(await place());
      }),
    'git.pull': ({ choices, commit }) =>
      inTurn(async () => {
        const { pull } = await import('../../../publish/pull.ts');
        const sides = new Map(choices.map(({ file, place: at, side }) => [`${file}\n${at}`, side]));
        const outcome = await pull(library, await place(), {
          choose: ({ file, place: at }) => sides.get(`${file}\n${at}`),
          ...(commit !== undefined && { commit }),
        });
        // The values of definitions are plain JSON, although the parser's type is `unknown`.
        return outcome as unknown as Output<'git.pull'>;
      }),
  };
}
