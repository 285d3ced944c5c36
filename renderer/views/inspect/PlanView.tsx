import { Text } from '../../components/layout/primitives.tsx';
import type { InspectPlan } from '../../store/inspect/inspector-state.ts';
import styles from './PlanView.module.css';
import { strings } from './strings.ts';

/** Exactly what a press starts or contacts. */
export function PlanView({ plan }: { plan: InspectPlan }) {
  if (plan.kind === 'url') {
    return (
      <dl className={styles.facts} aria-label="What is contacted">
        <Fact name="Address">{plan.url}</Fact>
        {plan.headers.length > 0 && <Fact name="Headers">{plan.headers.join(', ')}</Fact>}
      </dl>
    );
  }
  return (
    <>
      <dl className={styles.facts} aria-label="What is started">
        <Fact name="Program">{plan.file === undefined ? plan.command : `${plan.command} (${plan.file})`}</Fact>
        {plan.args.length > 0 && (
          <div>
            <dt>Arguments</dt>
            <dd>
              <ol className={styles.words}>
                {plan.args.map((word, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: a word has no other identity than its place.
                  <li key={index}>{word === '' ? '""' : word}</li>
                ))}
              </ol>
            </dd>
          </div>
        )}
        <Fact name="Folder">{plan.folder}</Fact>
        {plan.variables.length > 0 && <Fact name="Variables">{plan.variables.join(', ')}</Fact>}
      </dl>
      <Text tone="soft" size="s">
        {strings.aboutCommand}
      </Text>
    </>
  );
}

function Fact({ name, children }: { name: string; children: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
