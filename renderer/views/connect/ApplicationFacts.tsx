import { Fold } from '../../components/layout/Fold.tsx';
import { Text } from '../../components/layout/primitives.tsx';
import type { ConnectApplication } from '../../store/state/dialogs.ts';
import styles from './ApplicationFacts.module.css';
import { strings } from './strings.ts';

const promptsOf: Readonly<Record<ConnectApplication['prompts'], string>> = {
  yes: 'Lists prompts.',
  no: strings.listsNoPrompts,
  unknown: strings.untested,
};

/** The known facts about an application, with their evidence and date. */
export function ApplicationFacts({ application }: { application: ConnectApplication }) {
  const { name, prompts, notes, because, evidence, checked } = application;
  return (
    <Fold title={`How ${name} was checked`} summary={promptsOf[prompts]}>
      <ul className={styles.facts}>
        <li>{promptsOf[prompts]}</li>
        {because && <li>{strings.foundBy(because)}</li>}
        {notes.map((note) => (
          <li key={note}>{note}</li>
        ))}
      </ul>
      <Text tone="faint" size="s">{`${evidence} · checked on ${checked}`}</Text>
    </Fold>
  );
}
