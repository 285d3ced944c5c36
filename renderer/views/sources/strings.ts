/** The full sentences of the source pages; short labels are in the components. */
export const strings = {
  pathList: 'From the workspace folder, from ~, or absolute. Enter adds a path.',
  aboutWeb:
    'A page and what it links to, a sitemap, llms.txt or a git repository. Fetched into the cache when you press Fetch. Enter adds an address.',
  notFetched: 'not fetched yet',
  fetchedInPart: 'fetched in part',
  scheduleWaits: 'changed since then: the schedule waits until you fetch it',
  finishFolder: 'Press Enter to use the typed folder.',
  checkingFolders: 'Checking the folders…',
  correctFolder: 'Correct the missing folder before you allow this source to read it.',
  alreadyListed: (path: string) => `${path} is already in this list.`,
  includePatterns: 'Patterns, one per line. Empty: every format that can be read.',
  excludePatterns: 'Patterns of files to leave out, one per line.',
  readDocComments: 'Also read the doc comments of programs: TypeScript, JavaScript, Python, Rust, Go, C and C++',
  baseUrl:
    'Where these pages are on the web, so that results link to them. {path} is the path of a page without its extension.',
  version: 'The version that the pages document. A search that finds nothing mentions it.',
  synonyms:
    'What the words of a query can also mean here, one line each: "car, automobile" or "handle, crank => lever". Pages with the exact words of a query come first.',
  aboutEmbeddings:
    'An address that answers as the OpenAI API does (Ollama, LM Studio, vLLM and others) can rank the best 30 passages again by meaning. It gets the query and these passages.',
  embeddingsKey: 'The environment variable that holds the key of the service, if it needs one.',
  embeddingsPrefix: 'Some models require this text; their description says which.',
  markPassages: 'Mark passages of a search as right or wrong to measure this source. Marks do not change its ranking.',
  aboutJudged: 'The figures are measured with these queries. Marks do not change the ranking.',
  ndcg: 'How close the right pages are to the top of the first ten. 1 is perfect.',
  recall: 'The share of the right pages that are among the first five.',
  reciprocalRank: '1 if a right page always comes first, 0.5 if it comes second.',
  sourceName: "Search prompts refer to it by this name, which is also its file's name.",
  renaming: 'The prompts and tools that search it follow the new name.',
  // The last one may disappear while the dialog is open.
  deletingUnused: 'No prompt or tool searches it.',
  deletingOneOfSeveral: (count: number) =>
    count === 1
      ? 'This one also searches other sources. Its results will name the missing source:'
      : `These ${count} also search other sources. Their results will name the missing source:`,
  deletingOnlySource: (count: number) =>
    count === 1
      ? 'This one has no other source. It will fail until you restore the source or choose another:'
      : `These ${count} have no other source. They will fail until you restore the source or choose another:`,
  deletingKeepsFiles: 'Deleting a source keeps the files that it reads.',
  notUsed: 'No prompt or tool searches it yet. Choose it under Sources in a search prompt.',
  sourceNotFound: 'It was renamed or deleted.',
  builtinSource: (name: string) =>
    `Prompts refer to it as ${name}. A source of this workspace with the same name replaces it.`,
  aboutReading: 'To read less, name fewer folders, or leave out files with Exclude.',
  notIndexed: 'Not indexed yet. The first search indexes it.',
  fixToSearch: 'Fix the problem above to search this source.',
  waitForIndex: 'Results will appear once the files have been read.',
  cannotSearch: (name: string) => `Can't search ${name} yet. “State” on its page says why, and what to do.`,
  appIdFromEnvironment: 'The environment sets an AppID, which overrides one saved here.',
  appIdInKeychain: 'The AppID is saved in the keychain of this computer.',
  appIdInFile: 'The AppID is saved outside the workspace, in a file that only you can read.',
  noAppId: 'The AppID will be saved outside the workspace and never shown again.',
} as const;
