import { Plug } from 'lucide-react';
import { formatCount } from '../../../src/base/text/format-count.ts';
import { showHidden } from '../../../src/base/text/visible-text.ts';
import type { TeamPage, TeamServerView } from '../../../src/contract/contract.ts';
import { Button } from '../../components/controls/Button.tsx';
import { Stack, Text, Truncate } from '../../components/layout/primitives.tsx';
import { Section } from '../../components/layout/Section.tsx';
import { inBackground } from '../../in-background.ts';
import { useWorkbenchActions } from '../../store/StoreProvider.tsx';
import { shortId } from './ServedCommit.tsx';
import styles from './ServedServers.module.css';
import { strings } from './strings.ts';

interface ServedServersProps {
  readonly server: TeamServerView;
  readonly page: TeamPage;
}

/** The servers that the person may see. Each can be connected to client applications. */
export function ServedServers({ server: { id, name: team }, page: { servers } }: ServedServersProps) {
  const { closeOverlay, openConnect } = useWorkbenchActions();
  const connect = (server: string) => {
    closeOverlay();
    inBackground(openConnect({ id, name: team, servers: servers.map(({ name }) => name) }, server));
  };
  return (
    <Section title="Servers">
      {servers.length === 0 && <Text tone="soft">{strings.noServers}</Text>}
      <ul className={styles.list} aria-label="Servers">
        {servers.map(({ name, title, version, prompts, tools, commit }) => (
          <li key={name} className={styles.row}>
            <Stack gap={0}>
              <Truncate weight="medium" title={showHidden(name)}>
                {showHidden(title ?? name)}
              </Truncate>
              <Text size="s" tone="faint" breaks>
                {[
                  title !== undefined && title !== name && showHidden(name),
                  formatCount(prompts, 'prompt'),
                  tools > 0 && formatCount(tools, 'tool'),
                  version !== '' && `version ${showHidden(version)}`,
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </Text>
            </Stack>
            <Text as="code" size="s" tone="faint" mono title={commit}>
              {shortId(commit)}
            </Text>
            <Button aria-label={`Connect ${showHidden(name)}…`} onPress={() => connect(name)}>
              <Plug size={14} />
              Connect…
            </Button>
          </li>
        ))}
      </ul>
    </Section>
  );
}
