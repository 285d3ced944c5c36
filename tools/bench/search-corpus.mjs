/**
 * The corpora of the search bench: the starter reference with its judged questions, and documentation in node_modules with
 * known-item queries, whose answer is the page that the query was taken from.
 */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

/** Passages of the large corpus. */
const PASSAGES = 20_000;
/** Longer files are data. Bytes. */
const MAX_FILE_BYTES = 5_000_000;
const KNOWN_ITEMS = 300;

/**
 * The full pages of the reference, and the judged questions of one half, `tune` or `final`. Leaves out questions of the kind
 * `stub`, and the grades of stubs and of pages on messages, which are not among the pages.
 */
export function readReference(engine, root, half) {
  const folder = join(root, 'reference');
  const pages = ['how-to', 'symbols'].flatMap((name) =>
    readdirSync(join(folder, name)).map((file) =>
      engine.readMarkdown(readFileSync(join(folder, name, file), 'utf8'), `${name}/${file}`),
    ),
  );
  const { questions } = parse(readFileSync(join(folder, 'judged/questions.yaml'), 'utf8'));
  const judgedQuestions = questions
    .filter(({ set, kind }) => set === half && kind !== 'stub')
    .map(({ question, relevant }) => ({
      question,
      relevant: Object.fromEntries(
        Object.entries(relevant)
          .filter(([page]) => /^(?:how-to|symbols)\//.test(page))
          .map(([page, grade]) => [`${page}.md`, grade]),
      ),
    }));
  return { pages, judged: judgedQuestions };
}

/** Markdown and the comments of declaration files, with queries as known items. */
export function readNodeModules(engine, root) {
  const files = ['md', 'd.ts'].flatMap((ending) => filesEndingIn(root, ending));
  const texts = [];
  const pages = [];
  const items = [];
  let passages = 0;
  for (const file of files) {
    if (passages >= PASSAGES) break;
    const text = readFileSync(join(root, file), 'utf8');
    const markdownRead = file.endsWith('.md') ? engine.readMarkdown : readDeclarations;
    const { page, item } = takeSentence(markdownRead(text, file));
    texts.push({ file, text });
    pages.push(page);
    if (item) items.push({ question: item, location: file });
    passages += engine.splitPage(page).length;
  }
  return { pages, texts, judged: knownItems(pages, items) };
}

/** Files with this extension that are not data, sorted by path. */
function filesEndingIn(root, ending, folder = 'node_modules') {
  const entries = readdirSync(join(root, folder), { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  return entries.flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return filesEndingIn(root, ending, path);
    const isUsable = entry.isFile() && entry.name.endsWith(`.${ending}`);
    return isUsable && statSync(join(root, path)).size <= MAX_FILE_BYTES ? [path] : [];
  });
}

/** A declaration file as a page: its comments are text, what they describe is code. */
export function readDeclarations(text, location) {
  const blocks = text.split(/\/\*\*([\s\S]*?)\*\//).flatMap((part, index) => {
    const content = index % 2 === 1 ? part.replace(/^[ \t]*\*[ \t]?/gm, '') : part;
    if (content.trim() === '') return [];
    return index % 2 === 1 ? [{ kind: 'text', text: content.trim() }] : [{ kind: 'code', text: content.trim() }];
  });
  return { title: location.replace(/^node_modules\//, ''), location, blocks };
}

/** A page without its first whole sentence, and that sentence. */
function takeSentence(page) {
  for (const [index, block] of page.blocks.entries()) {
    const sentence =
      block.kind === 'text' ? /(?:^|[.\n] ?)([A-Z][\w ,'-]{30,180}\.)(?=\s|$)/.exec(block.text)?.[1] : undefined;
    if (sentence === undefined || sentence.split(' ').length < 6) continue;
    const text = block.text.replace(sentence, '');
    return { page: { ...page, blocks: page.blocks.with(index, { ...block, text }) }, item: sentence };
  }
  return { page };
}

/** Chooses evenly among the sentences that only one page has; each also gets a variant with a typing error. */
function knownItems(pages, items) {
  const corpusText = pages.flatMap(({ blocks }) => blocks.map(({ text }) => text)).join('\n');
  const singleItems = items.filter(
    ({ question }, index) =>
      !corpusText.includes(question) && items.findIndex((other) => other.question === question) === index,
  );
  const step = Math.max(1, Math.floor(singleItems.length / KNOWN_ITEMS));
  const sample = singleItems.filter((_, index) => index % step === 0).slice(0, KNOWN_ITEMS);
  const judge = ({ question, location }) => ({ question, relevant: { [location]: 3 } });
  return {
    'known items': sample.map(judge),
    'known items with a typing error': sample.map(({ question, location }) =>
      judge({ question: withTypingError(question), location }),
    ),
  };
}

/** Swaps two neighbouring letters of the longest word. */
function withTypingError(question) {
  const longestWord = question.split(/[^A-Za-z]+/).reduce((a, b) => (b.length > a.length ? b : a));
  const middle = longestWord.length >> 1;
  const misspelledWord = `${longestWord.slice(0, middle - 1)}${longestWord[middle]}${longestWord[middle - 1]}${longestWord.slice(middle + 1)}`;
  return question.replace(longestWord, misspelledWord);
}
