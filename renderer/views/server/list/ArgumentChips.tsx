import type { PromptSummary } from '../../../../src/contract/contract.ts';
import { cx } from '../../../components/cx.ts';
import { threadOf } from '../../../components/text/thread.ts';
import styles from './ArgumentChips.module.css';

type Argument = PromptSummary['arguments'][number];

/** Further arguments are counted, with their names in the tooltip. */
const maxShown = 4;

/** The arguments of a prompt or tool, each in its colour. */
export function ArgumentChips({ arguments: allArguments }: { arguments: readonly Argument[] }) {
  if (allArguments.length === 0) return null;
  const hiddenArguments = allArguments.slice(maxShown);
  return (
    <ul aria-label="Arguments" className={styles.chips}>
      {allArguments.slice(0, maxShown).map((argument, place) => (
        <li
          // biome-ignore lint/suspicious/noArrayIndexKey: names can repeat while a person types; the index is the colour.
          key={place}
          data-thread={threadOf(place)}
          className={cx(styles.chip, !argument.required && styles.optional)}
          title={describeArgument(argument)}
        >
          {argument.name}
        </li>
      ))}
      {hiddenArguments.length > 0 && (
        <li className={styles.more} title={hiddenArguments.map(({ name }) => name).join(', ')}>
          +{hiddenArguments.length}
        </li>
      )}
    </ul>
  );
}

function describeArgument({ name, title, description, required }: Argument): string {
  const meaning = description ?? title;
  return `${name}${required ? '' : ' (optional)'}${meaning ? `: ${meaning}` : ''}`;
}
