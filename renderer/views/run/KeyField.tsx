import { type FormEvent, useState } from 'react';
import { sentence } from '../../../src/base/errors.ts';
import { Button } from '../../components/controls/Button.tsx';
import { Field } from '../../components/fields/Field.tsx';
import { Row } from '../../components/layout/primitives.tsx';
import { Notice } from '../../components/status/Notice.tsx';
import { inBackground } from '../../in-background.ts';

interface KeyFieldProps {
  /** Of the runner. */
  readonly title: string;
  /** @throws an error whose message is shown here */
  readonly onKey: (key: string) => Promise<void>;
}

/** Takes a key, and never shows one. */
export function KeyField({ title, onKey }: KeyFieldProps) {
  const [key, setKey] = useState('');
  const [failure, setFailure] = useState<string>();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    try {
      await onKey(key.trim());
    } catch (error) {
      setFailure(sentence(error));
    }
  };
  return (
    <form onSubmit={(event) => inBackground(submit(event))}>
      <Row gap={2} align="end">
        <Field
          label={`Key of ${title}`}
          hidesLabel
          mono
          placeholder="Key"
          autoFocus
          isSecret
          value={key}
          onChange={setKey}
        />
        <Button type="submit" isDisabled={key.trim() === ''}>
          Save
        </Button>
      </Row>
      {failure !== undefined && <Notice tone="danger">{failure}</Notice>}
    </form>
  );
}
