import type { ServerInspection } from '../../../src/contract/contract.ts';
import { Text } from '../../components/layout/primitives.tsx';
import { Section } from '../../components/layout/Section.tsx';
import { JsonText } from '../../components/text/JsonText.tsx';
import facts from '../server/ReadOnly.module.css';
import { strings } from './strings.ts';

/** What a server says about itself when a client connects. */
export function AboutServer({ server }: { server: ServerInspection }) {
  const { name, version, revision, instructions, capabilities, declinedMethods } = server;
  return (
    <>
      <dl className={facts.facts}>
        <dt>Name</dt>
        <dd>{name}</dd>
        <dt>Version</dt>
        <dd>{version || 'unknown'}</dd>
        <dt>Protocol</dt>
        <dd>{`MCP ${revision}`}</dd>
        {declinedMethods.length > 0 && (
          <>
            <dt>Declined</dt>
            <dd>{declinedMethods.join(', ')}</dd>
          </>
        )}
      </dl>
      <Section title="Instructions">
        {instructions ? (
          <Text tone="soft" breaks style={{ whiteSpace: 'pre-wrap', maxWidth: '80ch' }}>
            {instructions}
          </Text>
        ) : (
          <Text tone="faint">{strings.noInstructions}</Text>
        )}
      </Section>
      <Section title="Capabilities">
        <JsonText label="Capabilities" value={capabilities} />
      </Section>
    </>
  );
}
