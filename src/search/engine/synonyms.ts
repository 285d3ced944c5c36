/**
 * Words that people use for a thing and what documentation calls it. An entry is here when the two words share no stem and
 * somebody who comes from elsewhere would use the first. It never takes the place of the word that was written, and one
 * whose target an index does not have costs nothing there.
 *
 * On the left one or several expressions between `|`; on the right words in lower case and names with a capital.
 */
import { eastAsianWords } from './synonyms/east-asian.ts';
import { everydayWords } from './synonyms/everyday.ts';
import { namesElsewhere } from './synonyms/names-elsewhere.ts';
import { programmingWords } from './synonyms/programming.ts';
import { subjectWords } from './synonyms/subjects.ts';
import type { SynonymGroup } from './synonyms/synonym-group.ts';

/** In the order in which a word that stands in several gets its meanings. */
export const synonymGroups: readonly SynonymGroup[] = [
  ...programmingWords,
  ...subjectWords,
  ...namesElsewhere,
  ...everydayWords,
  ...eastAsianWords,
];
