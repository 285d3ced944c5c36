import { X } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { Dialog } from 'react-aria-components/Dialog';
import { Heading } from 'react-aria-components/Heading';
import { Modal as AriaModal, ModalOverlay } from 'react-aria-components/Modal';
import { IconButton } from '../controls/Button.tsx';
import { cx } from '../cx.ts';
import { Notice } from '../status/Notice.tsx';
import styles from './Modal.module.css';
import { useKeptFocus } from './useKeptFocus.ts';

interface ModalProps {
  readonly title: string;
  readonly isWide?: boolean;
  /** `large` leaves only an edge of the window around it. */
  readonly size?: 'large';
  /** In a wide window, its columns scroll instead of its whole content. */
  readonly hasColumns?: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
  readonly footer: ReactNode;
  /** Why the last press has failed. It is beside the buttons, always in sight. */
  readonly failure?: string | undefined;
}

/** A dialog over the window. Escape and the close button both call `onClose`. */
export function Modal({
  title,
  isWide = false,
  size,
  hasColumns = false,
  onClose,
  children,
  footer,
  failure,
}: ModalProps) {
  const dialog = useRef<HTMLElement>(null);
  useKeptFocus(dialog);
  return (
    <ModalOverlay isOpen isDismissable onOpenChange={(isOpen) => !isOpen && onClose()} className={cx(styles.overlay)}>
      <AriaModal className={cx(styles.modal, isWide && styles.wide, size && styles[size])}>
        <Dialog ref={dialog} className={cx(styles.dialog)}>
          <div className={styles.head}>
            <Heading slot="title" className={cx(styles.title)}>
              {title}
            </Heading>
            <IconButton label="Close" onPress={onClose}>
              <X size={16} />
            </IconButton>
          </div>
          <div className={cx(styles.body, hasColumns && styles.columns)}>{children}</div>
          {failure !== undefined && (
            <div className={styles.failure}>
              <Notice tone="danger">{failure}</Notice>
            </div>
          )}
          <div className={styles.footer}>{footer}</div>
        </Dialog>
      </AriaModal>
    </ModalOverlay>
  );
}
