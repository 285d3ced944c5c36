import { Header } from 'react-aria-components/Header';
import { ListBox, ListBoxItem, ListBoxSection } from 'react-aria-components/ListBox';
import { cx } from '../../components/cx.ts';
import { Truncate } from '../../components/layout/primitives.tsx';
import { useWorkbenchActions } from '../../store/StoreProvider.tsx';
import type { ConnectApplication, ConnectTarget } from '../../store/state/dialogs.ts';
import styles from './ApplicationList.module.css';
import { applicationStatus } from './connection-status.ts';

interface ApplicationListProps {
  readonly applications: readonly ConnectApplication[];
  readonly target: ConnectTarget;
  readonly isDisabled: boolean;
}

/** Every client application with its connection to the chosen server; installed ones come first. */
export function ApplicationList({ applications, target, isDisabled }: ApplicationListProps) {
  const { chooseConnect } = useWorkbenchActions();
  const groups = [
    { id: 'here', title: 'On this computer', items: applications.filter(({ detected }) => detected) },
    { id: 'others', title: 'Not installed', items: applications.filter(({ detected }) => !detected) },
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
            const { tone, words } = applicationStatus(application, target.server);
            return (
              <ListBoxItem
                key={application.id}
                id={application.id}
                textValue={application.name}
                className={cx(styles.item)}
              >
                <Truncate>{application.name}</Truncate>
                {words && <span className={cx(styles.state, styles[tone])}>{words}</span>}
              </ListBoxItem>
            );
          })}
        </ListBoxSection>
      ))}
    </ListBox>
  );
}
