import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The tests that start processes, take seconds of one core, or wait for seconds. `npm run test:fast` leaves them out. */
export const processTests: string[] = [
  'src/app/{keep-skills-in-step,browser-host/claim-or-join}.test.ts',
  'src/app/handlers/sources.test.ts',
  'src/cli/**/*.test.ts',
  'src/clients/adapters/over-http.test.ts',
  'src/clients/config-files/edit.test.ts',
  'src/clients/connect/**/*.test.ts',
  'src/clients/skills/skill-installs.test.ts',
  'src/contract/contract-suite.test.ts',
  'src/git/reading.test.ts',
  'src/files/{folder-lock,json-file,watch,write/atomic-write-races,write/temporary-files}.test.ts',
  'src/import/importers/{mcp-address,mcp-server}.test.ts',
  'src/import/{imports,read-sources}.test.ts',
  'src/inspect/*.test.ts',
  'src/library/arrange/{arrange,recover-change}.test.ts',
  'src/library/edit/*.property.test.ts',
  'src/library/history/{crash,deleted,history,several-files}.test.ts',
  'src/library/{open-library,open-server}.test.ts',
  'src/library/read/update-snapshot.test.ts',
  'src/library/write/late-writes.test.ts',
  'src/mcp/preview/{independent-clients,wolfram-cases}.test.ts',
  'src/mcp/server/answer/rendering.test.ts',
  'src/mcp/server/http/endpoint.test.ts',
  'src/mcp/server/{dispatch,stdio/*}.test.ts',
  'src/mcp/server/tools/builtin/with-kernel.test.ts',
  'src/mcp/server/tools/{check-value,running,specification-example,validator}.test.ts',
  'src/mcp/server/unanswered.test.ts',
  'src/mcp/traffic/traffic-socket.test.ts',
  'src/model/builtin/samples.test.ts',
  'src/model/tool/tool-schema.test.ts',
  'src/outside/connect.test.ts',
  'src/pack/packages.test.ts',
  'src/publish/*.test.ts',
  'src/run/results.test.ts',
  'src/run/{agents,reach}/*.test.ts',
  'src/sandbox/*.test.ts',
  'src/search/engine/{index/index,index/reference,query/score,search}.test.ts',
  'src/search/sources/documentation/*.test.ts',
  'src/search/sources/mcp/*.test.ts',
  'src/search/sources/readers/{comments/doc-comments,readers,restructured-text}.test.ts',
  'src/search/sources/{end-worker,search-service}.test.ts',
  'src/search/sources/web/{fetch-repository,source-copies}.test.ts',
  'src/state/*.test.ts',
  'src/team/*.test.ts',
  'src/teams/*.test.ts',
  'src/team/database/*.test.ts',
  'src/team/{access/authorize,http/pages-route,registry/registry,release/release,usage/database-usage}.test.ts',
  'src/trust/trust.test.ts',
  'src/wolfram/kernel/*.test.ts',
  'src/wolfram/syntax/{parse,print}.test.ts',
  'renderer/store/definition/rebase-draft.test.ts',
  'renderer/store/{sources/sources,workspace/arrange,workspace/undo}.test.ts',
  'tools/electron-stand-in/instance-lock.test.ts',
  'tools/action/*.test.ts',
  'tools/{package,test/run-steps,wolfram}.test.ts',
  'tools/release/{deb,electron-builder}.test.ts',
];

const testFolders = ['src', 'electron', 'renderer', 'tools'];
const replacesModule = /\bvi\.(mock|doMock|resetModules)\(/;
const importsPglite = /^import .*pglite(?:\.ts)?'/m;

/**
 * Tests that replace modules run isolated. So do tests with PGlite, which leaves 280 MB behind: each 100 MB of a process add
 * 2.5 ms to every process that it starts. All others share the modules of their worker, because loading them again for each
 * file takes longer than most tests.
 * @returns paths relative to `root`
 */
export function splitByModules(root: string): { readonly sharedTests: string[]; readonly isolatedTests: string[] } {
  const tests = testFolders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.test\.tsx?$/.test(file))
      .map((file) => join(folder, file)),
  );
  const isIsolated = (file: string) => {
    const text = readFileSync(join(root, file), 'utf8');
    return replacesModule.test(text) || importsPglite.test(text);
  };
  return { isolatedTests: tests.filter(isIsolated), sharedTests: tests.filter((file) => !isIsolated(file)) };
}
