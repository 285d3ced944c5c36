import { CircleHelp } from 'lucide-react';
import { Button } from 'react-aria-components/Button';
import { Dialog, DialogTrigger } from 'react-aria-components/Dialog';
import { Popover } from 'react-aria-components/Popover';
import { cx } from '../../components/cx.ts';
import { useWorkbenchActions } from '../../store/StoreProvider.tsx';
import styles from './HelpHint.module.css';
import { type HelpTopic, helpHints } from './hints.ts';

/** A question mark beside a field: a short line about it, and a way to more. @param of the field, for its name */
export function HelpHint({ topic, of }: { topic: HelpTopic; of: string }) {
  const { openHelp } = useWorkbenchActions();
  const { about, place } = helpHints[topic];
  return (
    <DialogTrigger>
      <Button aria-label={`About ${of}`} className={cx(styles.button)}>
        <CircleHelp size={13} />
      </Button>
      <Popover placement="bottom start" offset={4} className={cx(styles.popover)}>
        <Dialog aria-label={`About ${of}`} className={cx(styles.dialog)}>
          {({ close }) => (
            <>
              <p>{about}</p>
              <Button
                className={cx(styles.more)}
                onPress={() => {
                  close();
                  openHelp(place);
                }}
              >
                More in the help
              </Button>
            </>
          )}
        </Dialog>
      </Popover>
    </DialogTrigger>
  );
}
