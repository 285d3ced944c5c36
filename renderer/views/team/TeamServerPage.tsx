import { LogIn, LogOut, RefreshCw, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { showHidden } from '../../../src/base/text/visible-text.ts';
import type { TeamServerView } from '../../../src/contract/contract.ts';
import { Button } from '../../components/controls/Button.tsx';
import { CopyButton } from '../../components/controls/CopyButton.tsx';
import { Row, Stack, Text } from '../../components/layout/primitives.tsx';
import { Notice } from '../../components/status/Notice.tsx';
import { Skeleton } from '../../components/status/Skeleton.tsx';
import { inBackground } from '../../in-background.ts';
import type { TeamReading, Teams } from '../../store/team/teams.ts';
import { ServedCommit } from './ServedCommit.tsx';
import { ServedServers } from './ServedServers.tsx';
import { strings } from './strings.ts';
import { useTeams } from './useTeams.ts';

interface TeamServerPageProps {
  readonly server: TeamServerView;
  readonly reading: TeamReading;
}

/** One team server: the login to it, the commit that it serves, and its servers. */
export function TeamServerPage({ server, reading }: TeamServerPageProps) {
  const page = reading.kind === 'ready' || reading.kind === 'reading' ? reading.page : undefined;
  return (
    <Stack gap={4}>
      <Head server={server} subject={page?.subject} isReading={reading.kind === 'reading'} />
      <LoginState server={server} />
      {reading.kind === 'failed' && server.login.kind !== 'failed' && <Notice tone="danger">{reading.message}</Notice>}
      {reading.kind === 'reading' && !page && <Skeleton />}
      {page && <ServedCommit page={page} />}
      {page && <ServedServers server={server} page={page} />}
    </Stack>
  );
}

const loginWords: Readonly<Record<TeamServerView['login']['kind'], string>> = {
  open: 'needs no login',
  none: 'not logged in',
  waiting: 'waiting for your login',
  done: 'logged in',
  failed: 'not logged in',
};

function Head({ server, subject, isReading }: HeadProps) {
  const teams = useTeams();
  const [isRemoving, setRemoving] = useState(false);
  const { id, name, address, login } = server;
  return (
    <>
      <Row align="center" wrap gap={3} rowGap={2}>
        <Stack gap="2px" grow shrink>
          <Row align="baseline" wrap gap={2} rowGap={0}>
            <Text as="span" weight="bold" size="l">
              {showHidden(name)}
            </Text>
            <Text as="span" size="s" tone={login.kind === 'done' ? 'good' : 'faint'}>
              {login.kind === 'done' && subject !== undefined
                ? `logged in as ${showHidden(subject)}`
                : loginWords[login.kind]}
            </Text>
          </Row>
          <Text size="s" tone="faint" mono breaks>
            {address}
          </Text>
        </Stack>
        <Row gap={1} wrap>
          {(login.kind === 'done' || login.kind === 'open') && (
            <Button variant="quiet" onPress={() => inBackground(teams.refresh())}>
              <RefreshCw size={14} />
              {isReading ? 'Reading…' : 'Read again'}
            </Button>
          )}
          {login.kind === 'done' && (
            <Button variant="quiet" onPress={() => inBackground(teams.logOut(id))}>
              <LogOut size={14} />
              Log out
            </Button>
          )}
          {!isRemoving && (
            <Button variant="quiet" onPress={() => setRemoving(true)}>
              <Trash2 size={14} />
              Remove
            </Button>
          )}
        </Row>
      </Row>
      {isRemoving && (
        <Notice
          tone="warning"
          actions={
            <>
              <Button variant="danger" onPress={() => inBackground(teams.remove(id))}>
                Remove
              </Button>
              <Button autoFocus onPress={() => setRemoving(false)}>
                Cancel
              </Button>
            </>
          }
        >
          {strings.removing(name)}
        </Notice>
      )}
    </>
  );
}

interface HeadProps {
  readonly server: TeamServerView;
  readonly subject: string | undefined;
  readonly isReading: boolean;
}

/** What a person does to log in; nothing once that is done. */
function LoginState({ server: { id, login } }: { readonly server: TeamServerView }) {
  const teams = useTeams();
  const [isAsking, setAsking] = useState(false);
  const press = async () => {
    if (isAsking) return;
    setAsking(true);
    await openLoginPage(teams, id).finally(() => setAsking(false));
  };
  const button = (
    <Button variant="primary" onPress={() => inBackground(press())}>
      <LogIn size={14} />
      {isAsking ? 'Asking for the login page…' : 'Log in'}
    </Button>
  );
  switch (login.kind) {
    case 'none':
      return (
        <Notice tone="info" actions={button}>
          {strings.loggedOut}
        </Notice>
      );
    case 'failed':
      return (
        <Notice tone="danger" actions={button}>
          {login.message}
        </Notice>
      );
    case 'waiting':
      return (
        <Notice
          tone="info"
          actions={
            <>
              <Button onPress={() => openPage(login.url)}>Open it again</Button>
              <CopyButton label="Copy the address of the login page" text={login.url} />
              <Button onPress={() => inBackground(teams.cancelLogIn(id))}>Cancel</Button>
            </>
          }
        >
          {strings.waiting}
        </Notice>
      );
    default:
      return null;
  }
}

async function openLoginPage(teams: Teams, id: string): Promise<void> {
  const url = await teams.logIn(id);
  if (url !== undefined) openPage(url);
}

/** In the browser of the person: the desktop app opens no page inside. */
function openPage(url: string): void {
  window.open(url, '_blank', 'noopener,noreferrer');
}
