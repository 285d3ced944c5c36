import { type RefObject, useId } from 'react';
import { Button } from 'react-aria-components/Button';
import { Popover } from 'react-aria-components/Popover';
import { cx } from '../../components/cx.ts';
import { SmallDialog } from '../../components/overlay/SmallDialog.tsx';
import { useWorkbenchActions } from '../../store/StoreProvider.tsx';
import styles from './HelpPopover.module.css';
import { type HelpTopic, helpHints } from './hints.ts';

interface HelpPopoverProps {
  readonly topic: HelpTopic;
  readonly label: string;
  readonly trigger: RefObject<HTMLButtonElement | null>;
  readonly onClose: () => void;
}

/** The short line about a field. */
export default function HelpPopover({ topic, label, trigger, onClose }: HelpPopoverProps) {
  const { openHelp } = useWorkbenchActions();
  const aboutId = useId();
  const { about, place } = helpHints[topic];
  return (
    <Popover
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      triggerRef={trigger}
      placement="bottom start"
      offset={4}
      className={cx(styles.popover)}
    >
      <SmallDialog label={label} describedBy={aboutId} className={styles.dialog}>
        <p id={aboutId}>{about}</p>
        <Button
          className={cx(styles.more)}
          onPress={() => {
            onClose();
            openHelp(place);
          }}
        >
          More in the help
        </Button>
      </SmallDialog>
    </Popover>
  );
}
