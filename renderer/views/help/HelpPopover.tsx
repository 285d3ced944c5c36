import type { RefObject } from 'react';
import { Button } from 'react-aria-components/Button';
import { Dialog } from 'react-aria-components/Dialog';
import { Popover } from 'react-aria-components/Popover';
import { cx } from '../../components/cx.ts';
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
      <Dialog aria-label={label} className={cx(styles.dialog)}>
        <p>{about}</p>
        <Button
          className={cx(styles.more)}
          onPress={() => {
            onClose();
            openHelp(place);
          }}
        >
          More in the help
        </Button>
      </Dialog>
    </Popover>
  );
}
