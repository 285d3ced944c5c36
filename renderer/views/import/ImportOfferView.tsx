import { formatCount } from '../../../src/base/text/format-count.ts';
import { Checkbox } from '../../components/controls/Checkbox.tsx';
import { Row, Text } from '../../components/layout/primitives.tsx';
import { inBackground } from '../../in-background.ts';
import { useWorkbenchActions } from '../../store/StoreProvider.tsx';
import type { ImportOffer } from '../../store/state/dialogs.ts';
import { ImportItemView } from './ImportItemView.tsx';
import styles from './ImportOfferView.module.css';
import { ImportTargetChoice } from './ImportTargetChoice.tsx';
import { NoteList } from './NoteList.tsx';
import { strings } from './strings.ts';

/** Prompts of a server by their names, or the sources of all that cannot be imported. */
function leftOut({ reading, choices }: ImportOffer): string {
  const names = reading.problems.flatMap(({ prompt }) => prompt ?? []);
  if (names.length < reading.problems.length) return strings.leftOut(reading.problems.map(({ from }) => from));
  return strings.promptsLeftOut(names, choices.length + names.length);
}

/** The definitions to import with their losses, what cannot be imported, and the server to list them. */
export function ImportOfferView({ offer }: { offer: ImportOffer }) {
  const { takeAllImports } = useWorkbenchActions();
  const { reading, choices, plan } = offer;
  const takenCount = choices.filter(({ isTaken }) => isTaken).length;
  const hasEntries = choices.some(({ item }) => item.kind !== 'server');
  return (
    <>
      {choices.length === 0 ? (
        <Text tone="faint">{strings.nothingToImport}</Text>
      ) : (
        <Row align="center" justify="between" wrap rowGap={2} gap={4}>
          {/* The button that read the source has disappeared. */}
          <Checkbox
            autoFocus
            isSelected={takenCount === choices.length}
            onChange={(isTaken) => inBackground(takeAllImports(isTaken))}
          >
            {formatCount(choices.length, 'definition')}
          </Checkbox>
          {hasEntries && <ImportTargetChoice offer={offer} />}
        </Row>
      )}
      {reading.problems.length > 0 && <Text tone="warning">{leftOut(offer)}</Text>}
      <NoteList notes={reading.notes} />
      {choices.length > 0 && (
        <ul className={styles.items} aria-label="Definitions to import">
          {choices.map((choice) => (
            <ImportItemView
              key={choice.index}
              choice={choice}
              target={offer.target}
              file={plan?.files.find(({ index }) => index === choice.index)}
            />
          ))}
        </ul>
      )}
      {reading.problems.length > 0 && (
        <section className={styles.problems}>
          <h3>Not imported</h3>
          <ul>
            {reading.problems.map(({ from, message, line, column }) => (
              <li key={`${from} ${line} ${column} ${message}`}>
                <Text as="span" tone="faint" size="xs" mono>
                  {line === undefined ? from : `${from}:${line}:${column ?? 1}`}
                </Text>
                {message}
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}
