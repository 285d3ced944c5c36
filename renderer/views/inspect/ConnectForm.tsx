import { useState } from 'react';
import { Button } from '../../components/controls/Button.tsx';
import { Field } from '../../components/controls/Field.tsx';
import { Row, Text } from '../../components/layout/primitives.tsx';
import { inBackground } from '../../in-background.ts';
import type { Inspector } from '../../store/inspect/inspector.ts';
import { readPairs } from '../../store/inspect/remember.ts';
import type { InspectedServer, InspectTarget, RememberedTarget } from '../../store/state/inspect.ts';
import styles from './InspectDialog.module.css';
import { PlanStatus } from './PlanStatus.tsx';
import { strings } from './strings.ts';
import { usePlan } from './usePlan.ts';

interface ConnectFormProps {
  readonly inspector: Inspector;
  readonly known: InspectedServer;
  readonly onForget: () => void;
}

/** Opens a remembered server again: what that starts or contacts, and the secrets that are not stored. */
export function ConnectForm({ inspector, known, onForget }: ConnectFormProps) {
  const { id, target: remembered } = known;
  const [secrets, setSecrets] = useState(() => secretLines(remembered));
  const target = withSecrets(remembered, secrets);
  const planned = usePlan(inspector, target);
  const isProgram = planned.status === 'ready' && planned.plan.kind === 'command';
  return (
    <div className={styles.form}>
      {remembered.kind === 'command' && remembered.variables.length > 0 && (
        <Field
          label="Variables"
          description={strings.aboutVariables}
          value={secrets}
          onChange={setSecrets}
          mono
          multiline
        />
      )}
      {remembered.kind === 'url' && remembered.headers.length > 0 && (
        <Field
          label="Headers"
          description={strings.aboutHeaders}
          value={secrets}
          onChange={setSecrets}
          mono
          multiline
        />
      )}
      <PlanStatus planned={planned} />
      <Row gap={2} wrap align="center">
        <Button
          variant="primary"
          isDisabled={planned.status !== 'ready'}
          onPress={() => planned.status === 'ready' && inBackground(inspector.open(id, target, planned.plan))}
        >
          {isProgram ? 'Start the program' : 'Connect'}
        </Button>
        <Button onPress={onForget}>Remove from the list</Button>
        <Text as="span" tone="faint" size="s">
          {strings.notConnected}
        </Text>
      </Row>
    </div>
  );
}

function secretLines(target: RememberedTarget): string {
  if (target.kind === 'command') return target.variables.map((name) => `${name}=`).join('\n');
  return target.kind === 'url' ? target.headers.map((name) => `${name}: `).join('\n') : '';
}

function withSecrets(target: RememberedTarget, secrets: string): InspectTarget {
  switch (target.kind) {
    case 'command':
      return { kind: 'command', command: target.command, variables: readPairs(secrets, '=') };
    case 'url':
      return { kind: 'url', url: target.url, headers: readPairs(secrets, ':') };
    case 'entry':
      return target;
  }
}
