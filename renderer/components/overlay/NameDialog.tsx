import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { sentence } from '../../../src/base/errors.ts';
import { inBackground } from '../../in-background.ts';
import { Button } from '../controls/Button.tsx';
import { Field } from '../controls/Field.tsx';
import type { FieldProblem } from '../controls/FieldProblems.tsx';
import { Notice } from '../status/Notice.tsx';
import { Modal } from './Modal.tsx';
import styles from './NameDialog.module.css';

interface NameDialogProps {
  readonly title: string;
  /** What the field asks for: `Catalogue name`. */
  readonly label: string;
  /** What the name is for, and what else changes with it. */
  readonly description?: string;
  /** False for a name that is for people only. */
  readonly mono?: boolean;
  readonly initial?: string;
  /** What is to be said of a name while it is typed; an error keeps it from being taken. */
  readonly check?: (name: string) => FieldProblem | undefined;
  /** What the button says. */
  readonly action: string;
  /** @throws a sentence that is shown at the field */
  readonly onSubmit: (name: string) => Promise<unknown>;
  readonly onClose: () => void;
  /** What else is asked, above the name. */
  readonly children?: ReactNode;
}

/** Asks for one name, once: while that is under way it is not asked again, and what the core has against it is said here. */
export function NameDialog(props: NameDialogProps) {
  const { title, label, description, mono = true, initial = '', check, action, onSubmit, onClose } = props;
  const [name, setName] = useState(initial);
  const [isWorking, setWorking] = useState(false);
  const [failure, setFailure] = useState<string>();
  const formId = useId();
  const typed = name.trim();
  const problem = typed === '' ? undefined : check?.(typed);
  const isReady = typed !== '' && problem?.severity !== 'error' && !isWorking;

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!isReady) return;
    setWorking(true);
    try {
      await onSubmit(typed);
      onClose();
    } catch (error) {
      setFailure(sentence(error));
      setWorking(false);
    }
  };
  return (
    <Modal
      title={title}
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" form={formId} isDisabled={!isReady}>
            {action}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={(event) => inBackground(submit(event))} className={styles.form}>
        {props.children}
        <Field
          label={label}
          mono={mono}
          autoFocus
          startsSelected
          value={name}
          onChange={(value) => {
            setName(value);
            setFailure(undefined);
          }}
          description={description}
          problems={problem ? [problem] : []}
        />
        {failure && <Notice tone="danger">{failure}</Notice>}
      </form>
    </Modal>
  );
}
