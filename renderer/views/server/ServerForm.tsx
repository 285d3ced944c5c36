import { Button } from 'react-aria-components/Button';
import type { ServerSummary } from '../../../src/contract/contract.ts';
import type { KeyPath } from '../../../src/model/definitions.ts';
import { CopyButton } from '../../components/CopyButton.tsx';
import { cx } from '../../components/cx.ts';
import { Field } from '../../components/Field.tsx';
import { Section } from '../../components/Section.tsx';
import { useWorkbench, useWorkbenchActions } from '../../store/StoreProvider.tsx';
import { selectServer } from '../../store/selectors.ts';
import { useDefinitionField } from '../editor/useDefinitionField.ts';
import form from '../prompt/PromptForm.module.css';
import styles from './ReadOnly.module.css';

/** What stands in the form, each with its problems. */
export const serverFields = ['Name', 'Title', 'Version', 'Instructions'] as const;

/** One server: what clients read about it, and what it offers. */
export function ServerForm({ at }: { at: KeyPath }) {
  const server = useWorkbench(selectServer);
  if (!server) return null;
  if (server.file !== undefined) {
    return (
      <>
        <ServerFields at={at} />
        <Offer server={server} />
      </>
    );
  }
  return (
    <div className={styles.body}>
      <div>
        <p className={styles.kind}>Built-in server</p>
        <h2 className={styles.name}>{server.title ?? server.name}</h2>
        {server.instructions && <p className={styles.description}>{server.instructions}</p>}
      </div>
      <Offer server={server} />
    </div>
  );
}

function ServerFields({ at }: { at: KeyPath }) {
  const name = useDefinitionField([...at, 'Name']);
  const version = useDefinitionField([...at, 'Version'], { removesWhenEmpty: true });
  const title = useDefinitionField([...at, 'Title'], { removesWhenEmpty: true });
  const instructions = useDefinitionField([...at, 'Instructions'], { removesWhenEmpty: true });
  return (
    <>
      <div className={form.names}>
        <Field label="Name" mono {...name} />
        <Field label="Title" placeholder="As people read it" {...title} />
      </div>
      <Field label="Version" mono placeholder="1.0.0" {...version} />
      <Field
        label="Instructions"
        multiline
        placeholder="What a model should know about this server"
        {...instructions}
      />
    </>
  );
}

function Offer({ server }: { server: ServerSummary }) {
  const { select } = useWorkbenchActions();
  const served = server.prompts.filter((prompt) => prompt.served);
  return (
    <>
      <Section title="Prompts">
        {served.length === 0 && <p className={styles.faint}>None is served yet: make one with the plus on the left.</p>}
        <ul className={styles.offer}>
          {served.map((prompt) => (
            <li key={prompt.key}>
              <Button
                className={cx(styles.offered)}
                onPress={() => select({ kind: 'prompt', server: server.name, key: prompt.key })}
              >
                <code>{`/mcp__${server.name}__${prompt.name}`}</code>
                <span>{prompt.description}</span>
              </Button>
            </li>
          ))}
        </ul>
      </Section>
      <Section title="Connection">
        <dl className={styles.facts}>
          <dt>Version</dt>
          <dd>{server.version}</dd>
          <dt>Address</dt>
          <dd>
            {server.endpoint ? (
              <>
                <code>{server.endpoint}</code> <CopyButton label="Copy the address" text={server.endpoint} />
              </>
            ) : (
              'Not served over HTTP at the moment.'
            )}
          </dd>
          {server.tools.length > 0 && (
            <>
              <dt>Tools</dt>
              <dd>{server.tools.join(', ')}</dd>
            </>
          )}
        </dl>
      </Section>
    </>
  );
}
