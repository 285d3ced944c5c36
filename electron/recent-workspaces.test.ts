import { beforeEach, expect, test, vi } from 'vitest';

const systemLists = vi.hoisted(() => ({ documents: [] as string[], jumpLists: [] as object[] }));
vi.mock('electron', () => ({
  app: {
    isPackaged: true,
    addRecentDocument: (path: string) => void systemLists.documents.push(path),
    setJumpList: (list: object) => void systemLists.jumpLists.push(list),
  },
}));
const { jumpList, showRecentWorkspaces } = await import('./recent-workspaces.ts');

beforeEach(() => Object.assign(systemLists, { documents: [], jumpLists: [] }));

test('macOS lists the open workspace with the recent documents', () => {
  showRecentWorkspaces(['/Users/me/Prompts', '/Users/me/Other'], 'darwin');
  expect(systemLists).toEqual({ documents: ['/Users/me/Prompts'], jumpLists: [] });
});

test('Windows lists the workspaces in the jump list, each as a start of the app', () => {
  showRecentWorkspaces(['C:\\Prompts'], 'win32');
  expect(systemLists.jumpLists).toHaveLength(1);
  expect(jumpList(['C:\\My Prompts\\'], 'C:\\Prompt Workbench.exe', ['C:\\clone']).items).toEqual([
    {
      type: 'task',
      title: 'C:\\My Prompts\\',
      description: 'C:\\My Prompts\\',
      program: 'C:\\Prompt Workbench.exe',
      args: '"C:\\clone" "--workspace" "C:\\My Prompts\\\\"',
    },
  ]);
});

test('Linux gets no system list, only the menu', () => {
  showRecentWorkspaces(['/home/me/Prompts'], 'linux');
  expect(systemLists).toEqual({ documents: [], jumpLists: [] });
});
