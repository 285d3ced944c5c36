import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { sentence } from '../../../src/base/errors.ts';
import { inBackground } from '../../in-background.ts';
import { Button } from '../controls/Button.tsx';
import { Field } from '../fields/Field.tsx';
import type { FieldProblem } from '../fields/FieldProblems.tsx';
import { Notice } from '../status/Notice.tsx';
import { Modal } from './Modal.tsx';
import styles from './NameDialog.module.css';

interface NameDialogProps {
  readonly title: string;
  /** The label of the field: `File name`. */
  readonly label: string;
  /** The purpose of the name, and other changes it causes. */
  readonly description?: string;
  /** False for a name that only people read. */
  readonly mono?: boolean;
  readonly initial?: string;
  /** Checks the typed name; an error disables the button. */
  readonly check?: (name: string) => FieldProblem | undefined;
  /** The label of the button. */
  readonly action: string;
  /** @throws an error whose message is shown at the field */
  readonly onSubmit: (name: string) => Promise<unknown>;
  readonly onClose: () => void;
  /** Further fields, above the name. */
  readonly children?: ReactNode;
  /** Further fields, below the name. */
  readonly below?: ReactNode;
}

/** A dialog for one name. It ignores submits while one is pending, and shows the core's error at the field. */
export function NameDialog(props: NameDialogProps) {
  const { title, label, description, mono = true, initial = '', check, action, onSubmit, onClose } = props;
  const [name, setName] = useState(initial);
  const [isWorking, setWorking] = useState(false);
  const [failure, setFailure] = useState<string>();
  const formId = useId();
  const trimmedName = name.trim();
  const problem = trimmedName === '' ? undefined : check?.(trimmedName);
  const isReady = trimmedName !== '' && problem?.severity !== 'error' && !isWorking;

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!isReady) return;
    setWorking(true);
    try {
      await onSubmit(trimmedName);
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
          onFree={setName}
        />
        {props.below}
        {failure && <Notice tone="danger">{failure}</Notice>}
      </form>
    </Modal>
  );
}
