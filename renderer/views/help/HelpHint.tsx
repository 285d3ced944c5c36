import { CircleHelp } from 'lucide-react';
import { Suspense, useRef, useState } from 'react';
import { Button } from 'react-aria-components/Button';
import { cx } from '../../components/cx.ts';
import { lazyView } from '../../components/status/lazy-view.tsx';
import styles from './HelpHint.module.css';
import type { HelpTopic } from './hints.ts';

const HelpPopover = lazyView(() => import('./HelpPopover.tsx'));

/** A question mark beside a field: a short line about it, and a way to more. @param of the field, for its name */
export function HelpHint({ topic, of }: { topic: HelpTopic; of: string }) {
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  return (
    <>
      <Button
        ref={button}
        aria-label={`About ${of}`}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        className={cx(styles.button)}
        onPress={() => setOpen(true)}
      >
        <CircleHelp size={13} />
      </Button>
      {isOpen && (
        <Suspense>
          <HelpPopover topic={topic} label={`About ${of}`} trigger={button} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
