/**
 * The synonyms: words that people use, and the words that documentation uses. An entry belongs here if the two share no
 * stem and people with another background use the first. A synonym is searched in addition to the written word, never
 * instead of it; entries whose target an index does not have cost nothing.
 *
 * On the left, expressions separated by `|`; on the right, words in lower case and names with a capital.
 */
import { eastAsianWords } from './synonyms/east-asian.ts';
import { everydayWords } from './synonyms/everyday.ts';
import { namesElsewhere } from './synonyms/names-elsewhere.ts';
import { programmingWords } from './synonyms/programming.ts';
import { subjectWords } from './synonyms/subjects.ts';
import type { SynonymGroup } from './synonyms/synonym-group.ts';

/** The order matters: a word in several groups gets their terms in this order. */
export const synonymGroups: readonly SynonymGroup[] = [
  ...programmingWords,
  ...subjectWords,
  ...namesElsewhere,
  ...everydayWords,
  ...eastAsianWords,
];
