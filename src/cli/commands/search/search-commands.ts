/** Adds the commands that search, read, fetch and measure a source. Each command loads its own code when it runs. */
import type { Command } from 'commander';
import { addCommand } from '../../add-command.ts';
import { readBudget, readCount } from '../../number-arguments.ts';

export function addSearchCommands(program: Command): void {
  addCommand(program, 'search', 'search one source as a prompt does, and print the results with their scores')
    .argument('<source>', 'name of the source')
    .argument('<query...>', 'what to look for')
    .option('--budget <tokens>', 'maximum number of tokens in the results', readBudget)
    .option('--limit <passages>', 'maximum number of passages', readCount)
    .option('--section <section>', 'only pages below this path, or with this title or heading')
    .option('--json', 'print the results with all details as JSON')
    .action(async (source, query, options) => (await import('./search.ts')).search(source, query, options));

  addCommand(program, 'page', 'print a page of a source as a model reads it')
    .argument('<source>', 'name of the source')
    .argument('<location...>', 'location or web address, as in results, or the title of the page')
    .option('--section <heading>', 'only the section with this heading, and what is around it')
    .option('--outline', 'only the headings, with the numbers of the parts')
    .option('--start <part>', 'the first part', readCount)
    .option('--budget <tokens>', 'maximum number of tokens', readBudget)
    .option('--json', 'print the page as JSON')
    .action(async (source, location, options) => (await import('./page.ts')).page(source, location, options));

  addCommand(program, 'fetch', 'fetch the new and changed pages of a source from the web')
    .argument('<source>', 'name of the source')
    .option('--json', 'print the outcome and the report as JSON')
    .action(async (source, options) => (await import('./fetch.ts')).fetchSource(source, options));

  addCommand(
    program,
    'evaluate',
    'measure the search quality of a source with the pages marked as right for its queries',
  )
    .argument('<source>', 'name of the source')
    .option('--json', 'print the figures as JSON')
    .action(async (source, options) => (await import('./evaluate.ts')).evaluate(source, options));
}
