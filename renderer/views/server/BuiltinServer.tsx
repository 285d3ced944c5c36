import { lazy, Suspense, useState } from 'react';
import type { ServerSummary } from '../../../src/contract/contract.ts';
import { Button } from '../../components/controls/Button.tsx';
import { Row, Text } from '../../components/layout/primitives.tsx';
import { Section } from '../../components/layout/Section.tsx';
import { inBackground } from '../../in-background.ts';
import { useWorkbenchActions } from '../../store/StoreProvider.tsx';
import { EntryList } from './list/EntryList.tsx';
import facts from './ReadOnly.module.css';
import { ServerConnection } from './ServerConnection.tsx';
import { strings } from './strings.ts';

const ClientMatrix = lazy(() => import('../clients/ClientMatrix.tsx'));

/** A built-in server: people can read, connect and copy it. */
export function BuiltinServer({ server }: { server: ServerSummary }) {
  const { copyServer } = useWorkbenchActions();
  const [isCopying, setCopying] = useState(false);
  const copy = async () => {
    setCopying(true);
    await copyServer(server.name);
    setCopying(false);
  };
  return (
    <div className={facts.body}>
      <Row align="start" justify="between" wrap gap={3}>
        <div>
          <Text tone="accent" size="s" weight="medium">
            Built-in server · version {server.version}
          </Text>
          <h2 className={facts.name}>{server.title ?? server.name}</h2>
          {server.instructions && <p className={facts.description}>{server.instructions}</p>}
        </div>
        <Button variant="primary" isDisabled={isCopying} onPress={() => inBackground(copy())}>
          Make a copy
        </Button>
      </Row>
      <p className={facts.faint}>{strings.builtinIsReadOnly}</p>
      <ServerConnection server={server} />
      <Section title="Prompts">
        <EntryList server={server} list="prompts" />
      </Section>
      <Suspense>
        <ClientMatrix server={server} />
      </Suspense>
      {server.tools.length > 0 && (
        <Section title="Tools">
          <EntryList server={server} list="tools" />
        </Section>
      )}
    </div>
  );
}
