/** A repository for a test, to which a person pushes. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

export interface TestRepository {
  /** The path of the bare repository. */
  readonly path: string;
  /** Commits and pushes files; null removes one. @returns the commit's id */
  push(files: Readonly<Record<string, string | null>>, message?: string): string;
  git(...args: string[]): string;
}

const identity = ['-c', 'user.name=Test', '-c', 'user.email=test@example.com', '-c', 'commit.gpgsign=false'];

export function createRepository(files: Readonly<Record<string, string>> = {}): TestRepository {
  const dir = mkdtempSync(join(tmpdir(), 'prompt-workbench-repository-'));
  const path = join(dir, 'library.git');
  const work = join(dir, 'work');
  const git = (...args: string[]) =>
    execFileSync('git', [...identity, '-C', work, ...args], { encoding: 'utf8', stdio: 'pipe' }).trim();
  mkdirSync(work);
  execFileSync('git', ['init', '--quiet', '--bare', '--initial-branch=main', path]);
  git('init', '--quiet', '--initial-branch=main');
  git('remote', 'add', 'origin', path);
  const repository: TestRepository = {
    path,
    git,
    push(changes, message = 'Change') {
      for (const [file, text] of Object.entries(changes)) {
        mkdirSync(dirname(join(work, file)), { recursive: true });
        if (text === null) rmSync(join(work, file));
        else writeFileSync(join(work, file), text);
      }
      git('add', '--all');
      git('commit', '--quiet', '--allow-empty', '-m', message);
      git('push', '--quiet', 'origin', 'HEAD:main');
      return git('rev-parse', 'HEAD');
    },
  };
  if (Object.keys(files).length > 0) repository.push(files);
  return repository;
}

/** A server "Docs" with a prompt "greet". */
export function greeting(word: string): Record<string, string> {
  return {
    'servers/Docs.yaml': 'Name: Docs\nMCPPrompts: [greet]\n',
    'prompts/greet.yaml': `Name: greet\nDescription: Greets\nArguments:\n  - Name: name\nContent:\n  StringTemplate: "${word}, \`name\`!"\n`,
  };
}
