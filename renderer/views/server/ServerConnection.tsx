import { Share2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { wordList } from '../../../src/base/text/word-list.ts';
import type { ServerSummary } from '../../../src/contract/contract.ts';
import { Button } from '../../components/controls/Button.tsx';
import { CopyButton } from '../../components/controls/CopyButton.tsx';
import { Row, Stack, Text, Truncate } from '../../components/layout/primitives.tsx';
import { useRefresh } from '../../components/status/useRefresh.ts';
import { inBackground } from '../../in-background.ts';
import { useWorkbench, useWorkbenchActions } from '../../store/StoreProvider.tsx';
import { RunningClients } from '../traffic/RunningClients.tsx';
import styles from './ServerConnection.module.css';
import { strings } from './strings.ts';

/** The HTTP address of a server, the client applications that it is set up in, and the running clients. */
export function ServerConnection({ server }: { server: ServerSummary }) {
  const { addressWithToken, openOverlay } = useWorkbenchActions();
  return (
    <Stack as="section" aria-label="Connection" gap={2}>
      <div className={styles.address}>
        <Text as="span" tone="soft" size="s" weight="medium">
          Address
        </Text>
        {server.endpoint ? (
          <>
            <Truncate as="code" grow>
              {server.endpoint}
            </Truncate>
            <CopyButton label="Copy the address" text={server.endpoint} />
            <Text as="span" tone="soft" size="s" weight="medium">
              Token
            </Text>
            <span role="img" aria-label="Not shown" className={styles.masked}>
              ••••••••
            </span>
            <CopyButton label="Copy address and token" text={() => addressWithToken(server.name)} />
          </>
        ) : (
          <Text as="span" tone="faint">
            {strings.notServedOverHttp}
          </Text>
        )}
      </div>
      {server.file !== undefined && <SetUpIn file={server.file} server={server.name} />}
      <h3 className={styles.heading}>For other people</h3>
      <Row align="center" gap={2} wrap>
        <Text as="span" tone="faint" size="s">
          {strings.shareAs}
        </Text>
        <Button variant="quiet" onPress={() => openOverlay('share-server')}>
          <Share2 size={14} />
          Share…
        </Button>
      </Row>
      <h3 className={styles.heading}>Running now</h3>
      <RunningClients server={server.name} />
    </Stack>
  );
}

/** The interval between two reads of what is set up, in milliseconds: the command line changes it meanwhile. */
const refreshMs = 3_000;

/** The client applications whose configuration has the server, running or not. */
function SetUpIn({ file, server }: { file: string; server: string }) {
  const { readSetUpIn, openConnect, chooseConnect, openOverlay } = useWorkbenchActions();
  // Connect changes what is set up.
  const { status } = useWorkbench(({ connect }) => connect);
  const [applications, setApplications] = useState<Awaited<ReturnType<typeof readSetUpIn>>>();
  const newestRead = useRef(0);
  const read = async () => {
    const number = ++newestRead.current;
    const next = await readSetUpIn(file);
    if (number === newestRead.current) setApplications(next);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: read again after Connect.
  useEffect(() => {
    inBackground(read());
    return () => {
      newestRead.current++;
    };
  }, [readSetUpIn, file, status]);
  useRefresh(read, refreshMs);
  return (
    <>
      <h3 className={styles.heading}>Set up in</h3>
      <Row align="center" gap={2} wrap>
        {applications && (applications.places.length > 0 || applications.brokenApplications.length === 0) && (
          <Text as="span" tone={applications.places.length > 0 ? 'ink' : 'faint'} size="s">
            {applications.places.length > 0 ? applications.places.join(', ') : strings.notSetUp}
          </Text>
        )}
        {applications && applications.brokenApplications.length > 0 && (
          <Text as="span" tone="danger" size="s">
            {strings.brokenIn(wordList(applications.brokenApplications))}
          </Text>
        )}
        <Button variant="quiet" onPress={() => inBackground(openConnect().then(() => chooseConnect({ server })))}>
          Connect…
        </Button>
        <Button variant="quiet" onPress={() => openOverlay('skills')}>
          Skills…
        </Button>
      </Row>
    </>
  );
}
