import { Header } from 'react-aria-components/Header';
import { ListBox, ListBoxItem, ListBoxSection } from 'react-aria-components/ListBox';
import { unservedServer } from '../../../src/model/unserved-server.ts';
import { Choice } from '../../components/controls/Choice.tsx';
import { cx } from '../../components/cx.ts';
import { Truncate } from '../../components/layout/primitives.tsx';
import { serverError } from '../../store/problems/server-error.ts';
import { useWorkbench, useWorkbenchActions } from '../../store/StoreProvider.tsx';
import type { ConnectApplication, ConnectTarget } from '../../store/state/dialogs.ts';
import styles from './ApplicationList.module.css';
import { applicationStatus } from './connection-status.ts';
import { strings } from './strings.ts';

interface ApplicationListProps {
  readonly applications: readonly ConnectApplication[];
  readonly target: ConnectTarget;
  readonly isDisabled: boolean;
}

/**
 * Every client application with its connection to the chosen server; installed ones and those with the server come first. A select
 * in a narrow window.
 */
export function ApplicationList(props: ApplicationListProps) {
  const { applications, target, isDisabled } = props;
  const { chooseConnect } = useWorkbenchActions();
  const chosenApplication = applications.find(({ id }) => id === target.application);
  return (
    <>
      <div className={styles.narrow}>
        <Choice
          label="Client application"
          value={chosenApplication?.name ?? ''}
          options={applications.map(({ name }) => name)}
          isDisabled={isDisabled}
          onChange={(name) => {
            const application = applications.find((candidate) => candidate.name === name);
            if (application) chooseConnect({ application: application.id });
          }}
        />
      </div>
      <WideList {...props} />
    </>
  );
}

function WideList({ applications, target, isDisabled }: ApplicationListProps) {
  const { chooseConnect } = useWorkbenchActions();
  const error = useWorkbench((state) => (target.team === undefined ? serverError(state, target.server) : undefined));
  const isHere = ({ detected, connections }: ConnectApplication) => detected || connections.length > 0;
  const groups = [
    { id: 'here', title: 'Found or set up here', items: applications.filter(isHere) },
    {
      id: 'others',
      title: 'Not found here',
      items: applications.filter((application) => !isHere(application)),
    },
  ].filter(({ items }) => items.length > 0);
  return (
    <ListBox
      aria-label="Client applications"
      className={cx(styles.list)}
      selectionMode="single"
      selectionBehavior="replace"
      disallowEmptySelection
      selectedKeys={[target.application]}
      disabledKeys={isDisabled ? applications.map(({ id }) => id) : []}
      onSelectionChange={(keys) => {
        const [application] = [...keys];
        if (application !== undefined) chooseConnect({ application: String(application) });
      }}
    >
      {groups.map(({ id, title, items }) => (
        <ListBoxSection key={id} className={cx(styles.section)}>
          <Header className={styles.header}>{title}</Header>
          {items.map((application) => {
            const { tone, words } = applicationStatus(application, target.server, error !== undefined);
            const detail = words || (application.prompts === 'no' && strings.toolsOnly);
            return (
              <ListBoxItem
                key={application.id}
                id={application.id}
                textValue={application.name}
                onPress={() => {
                  // The chosen application again: its form replaces the outcome of a connect.
                  if (application.id === target.application) chooseConnect({ application: application.id });
                }}
                className={cx(styles.item)}
              >
                <Truncate>{application.name}</Truncate>
                {detail && (
                  <span className={cx(styles.state, styles[tone])} title={words && error && unservedServer(error)}>
                    {detail}
                  </span>
                )}
              </ListBoxItem>
            );
          })}
        </ListBoxSection>
      ))}
    </ListBox>
  );
}
