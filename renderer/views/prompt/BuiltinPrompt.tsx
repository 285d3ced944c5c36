import type { PromptSummary } from '../../../src/contract/contract.ts';
import { Text } from '../../components/layout/primitives.tsx';
import { Section } from '../../components/layout/Section.tsx';
import { EmptyState } from '../../components/status/EmptyState.tsx';
import { ProblemList } from '../../components/status/ProblemList.tsx';
import { ReadOnlyPage } from '../editor/ReadOnlyPage.tsx';
import styles from '../server/ReadOnly.module.css';
import { strings } from './strings.ts';

/** A prompt without a file in the workspace: a built-in one, or a listed name that does not exist. */
export default function BuiltinPrompt({ prompt }: { prompt: PromptSummary }) {
  if (!prompt.builtin) {
    return (
      <div className={styles.body}>
        <EmptyState title={`There is no prompt called ${prompt.name}`}>{strings.noSuchPrompt}</EmptyState>
        <ProblemList label="Problems in this prompt" problems={prompt.problems} />
      </div>
    );
  }
  return (
    <ReadOnlyPage name={prompt.name} origin="built in">
      <div>
        {prompt.title && <Text weight="medium">{prompt.title}</Text>}
        {prompt.description && <p className={styles.description}>{prompt.description}</p>}
      </div>
      <dl className={styles.facts}>
        <dt>Name</dt>
        <dd>
          <code>{prompt.name}</code>
        </dd>
        {prompt.catalogueName && (
          <>
            <dt>Catalogue name</dt>
            <dd>
              <code>{prompt.catalogueName}</code>
            </dd>
          </>
        )}
      </dl>
      <Section title="Arguments">
        {prompt.arguments.length === 0 && <p className={styles.faint}>None.</p>}
        <dl className={styles.arguments}>
          {prompt.arguments.map((argument) => (
            <div key={argument.name}>
              <dt>
                <code>{argument.name}</code>
                {argument.required && (
                  <Text as="span" tone="accent" size="xs" weight="regular">
                    required
                  </Text>
                )}
              </dt>
              <dd>{argument.description}</dd>
            </div>
          ))}
        </dl>
      </Section>
      {prompt.catalogueName && (
        <p className={styles.faint}>
          To replace it, create <code>{`prompts/${prompt.catalogueName}.yaml`}</code>.
        </p>
      )}
      {prompt.problems.length > 0 && <ProblemList label="Problems in this prompt" problems={prompt.problems} />}
    </ReadOnlyPage>
  );
}
