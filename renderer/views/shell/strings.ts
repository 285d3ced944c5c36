import { formatCount } from '../../../src/base/text/format-count.ts';
import { wordList } from '../../../src/base/text/word-list.ts';
import type { DefinitionUse, DeletedItem, ServerSummary } from '../../../src/contract/contract.ts';

/** The full sentences of the shell of the window; short labels are in the components. */
export const strings = {
  folderMissing: (folder: string) =>
    `${folder} was deleted or moved. Your text is still here: put the folder back, or open another one.`,
  earlierNotices: (count: number) => `${formatCount(count, 'earlier message')} not shown.`,
  changedInTwoPlaces: (name: string) => `${name} changed in two places. Your version is not saved until you choose.`,
  noProblems: 'Every file parses, and every listed prompt and tool is served.',
  aboutSessions:
    'Each browser page that you open with a workbench link has its own session. Ending a session stops its page from reading or changing anything. All sessions end when the workbench closes.',
  aboutSeparateFile: 'Separate file: other servers can list it too',
  aboutServerFile: 'Server file: only this server lists it, and you can share it later',
  noServers: 'Every prompt belongs to a server. Create one here, or make a copy of a built-in one.',
  commandName: (server: string, name: string) =>
    `Claude Code offers it as /mcp__${server.replace(/[^A-Za-z0-9_-]/g, '_')}__${name === '' ? '…' : `${name}.`}`,
  newFile: (name: string) => `Its file is ${name}.yaml.`,
  emptyWorkspace: 'Start with nine sample prompts, or with a new server: the entry that a client connects to.',
  aboutWorkspaces: (isDesktop: boolean) =>
    `A workspace is a folder with servers, prompts, tools and sources. ${
      isDesktop ? 'Each one opens in its own window.' : 'It opens in this tab, in place of this workspace.'
    }`,
  openingWorkspace: 'Opening the workspace…',
  aboutGallery: 'Starts with one line of text to replace. Choose another one to see its file here.',
  createPrompt: 'Create one with the plus button above.',
  aboutFilter: 'This filter searches names, titles and tags. Use Find to search all text.',
  renameServer: 'Its file, its place in the list and its address change too.',
  renameUnlisted: 'Its file gets the same name.',
  renameSource: 'The prompts and tools that search it get the new name, and so does its file.',
  deletingServer: ({ server, setUpIn }: DefinitionUse) =>
    `${server} is set up in ${wordList(setUpIn)}. What it lists stops working there.`,
  /** @param skills how many without a prompt it lists */
  serverOffers: ({ prompts, tools }: ServerSummary, skills: number) => {
    const parts = [
      ...(prompts.length > 0 ? [formatCount(prompts.length, 'prompt')] : []),
      ...(tools.length > 0 ? [formatCount(tools.length, 'tool')] : []),
      ...(skills > 0 ? [formatCount(skills, 'skill')] : []),
    ];
    return parts.length > 0 ? `It lists ${wordList(parts)}.` : 'It lists no prompts, tools or skills.';
  },
  deletingListed: ({ server, command, setUpIn }: DefinitionUse) =>
    setUpIn.length > 0
      ? `${command ?? server} stops working in ${wordList(setUpIn)}.`
      : `${server} no longer lists it.`,
  deletingSkill: ({ server, setUpIn, installedIn = [] }: DefinitionUse) =>
    [
      setUpIn.length > 0 ? `${server} no longer offers it in ${wordList(setUpIn)}.` : `${server} no longer lists it.`,
      ...installedIn.map((folder) => `Its copy stays in ${folder}: to remove it from agents too, uninstall it first.`),
    ].join(' '),
  deletingKeepsMedia: 'Its files in the media folder stay.',
  deletedCanReturn: (count: number) =>
    `You can undo this, or restore ${count === 1 ? 'it' : 'them'} later from “Recently deleted” in the menu of the plus button.`,
  aboutDeleted: 'Prompts, tools, servers, sources and skills that you delete are listed here.',
  deletedFrom: ({ kind, server, listedBy, contents }: DeletedItem) => {
    const noun = kind.charAt(0).toUpperCase() + kind.slice(1);
    if (server !== undefined) return `${noun} of the server ${server}`;
    if (listedBy.length > 0) return `${noun} listed by ${wordList(listedBy)}`;
    return contents === undefined ? noun : `${noun} with ${contents}`;
  },
  renameForClients: (noun: string) => `The name that clients use for the ${noun}. The old name stops working.`,
} as const;
