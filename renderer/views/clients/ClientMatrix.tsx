import type { ServerSummary } from '../../../src/contract/contract.ts';
import { Button } from '../../components/controls/Button.tsx';
import { Fold } from '../../components/layout/Fold.tsx';
import { Row } from '../../components/layout/primitives.tsx';
import { Section } from '../../components/layout/Section.tsx';
import { useWorkbenchActions } from '../../store/StoreProvider.tsx';
import styles from './ClientMatrix.module.css';
import { MatrixTable } from './MatrixTable.tsx';
import { ReachMark, reaches, reachWords } from './reach.tsx';
import { useMatrix } from './useMatrix.ts';

/** All prompts of a server by all client applications: whether each arrives unchanged, changed, or not at all. */
export default function ClientMatrix({ server }: { server: ServerSummary }) {
  const { matrix, failure, loadMore } = useMatrix(server);
  const { select, chooseClient, showClients, showPane, openOverlay } = useWorkbenchActions();
  if (failure !== undefined) return <p className={styles.note}>{failure}</p>;
  if (!matrix || matrix.rows.length === 0) return null;
  const namesOf = (reach: 'none' | 'unknown') =>
    matrix.clients
      .filter(({ always }) => always?.reach === reach)
      .map(({ name }) => name)
      .join(', ');
  const open = (prompt: string, client: string) => {
    const listedPrompt = server.prompts.find(({ name, isServed }) => isServed && name === prompt);
    if (!listedPrompt) return;
    chooseClient(client);
    showClients(true);
    showPane('preview');
    select({ kind: 'prompt', server: server.name, key: listedPrompt.key });
  };
  return (
    <Section title="In client applications">
      <MatrixTable columns={matrix.clients} rows={matrix.rows} onOpen={open} />
      {loadMore && (
        <Button variant="quiet" onPress={loadMore}>
          Show more prompts
        </Button>
      )}
      <ul className={styles.legend}>
        {reaches.map((reach) => (
          <li key={reach}>
            <ReachMark reach={reach} /> {reachWords(reach)}
          </li>
        ))}
      </ul>
      <p className={styles.note}>
        Simulated with the first sample of each prompt, and with the server as Connect starts it. These show no prompts:{' '}
        {namesOf('none')}. Untested: {namesOf('unknown')}.
      </p>
      <Row>
        <Button onPress={() => openOverlay('check-reach')}>Check with the agents on this computer…</Button>
      </Row>
      <Fold title="Evidence">
        <dl className={styles.evidence}>
          {matrix.clients.map(({ id, name, evidence, always }) => (
            <div key={id}>
              <dt>{name}</dt>
              <dd>
                {always?.message} Evidence: {evidence}.
              </dd>
            </div>
          ))}
        </dl>
      </Fold>
    </Section>
  );
}
