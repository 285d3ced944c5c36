import { FolderOpen, Loader, Upload } from 'lucide-react';
import { type FormEvent, useRef, useState } from 'react';
import { Button } from '../../components/controls/Button.tsx';
import { Segmented } from '../../components/controls/Segmented.tsx';
import { Field } from '../../components/fields/Field.tsx';
import { Row } from '../../components/layout/primitives.tsx';
import { Notice } from '../../components/status/Notice.tsx';
import { inBackground } from '../../in-background.ts';
import { useWorkbench, useWorkbenchActions, useWorkbenchStore } from '../../store/StoreProvider.tsx';
import type { WorkbenchState } from '../../store/state.ts';
import styles from './ImportSourceForm.module.css';
import { readChosenFiles } from './read-files.ts';
import { strings } from './strings.ts';

const kinds = [
  { value: 'place', label: 'Files' },
  { value: 'text', label: 'Text' },
  { value: 'server', label: 'MCP server' },
] as const;
type Kind = (typeof kinds)[number]['value'];

/** Asks where the prompts are: files and folders, text, or a running server. */
export function ImportSourceForm({ isReading }: { isReading: boolean }) {
  const store = useWorkbenchStore();
  const [kind, setKind] = useState<Kind>(() => (store.state.getState().importText === '' ? 'place' : 'text'));
  return (
    <div className={styles.form}>
      <Segmented<Kind> label="Import from" value={kind} options={kinds} onChange={setKind} />
      {kind === 'place' && <PlaceForm />}
      {kind === 'text' && <TextForm />}
      {kind === 'server' && <ServerForm />}
      <p role="status" className={styles.status}>
        {isReading && (
          <>
            <Loader size={14} className={styles.turning} /> Reading…
          </>
        )}
      </p>
    </div>
  );
}

function PlaceForm() {
  const { readImport } = useWorkbenchActions();
  const files = useRef<HTMLInputElement>(null);
  const folder = useRef<HTMLInputElement>(null);
  const read = async (list: FileList | null) => {
    if (list && list.length > 0) inBackground(readImport({ kind: 'files', files: await readChosenFiles(list) }));
  };
  return (
    <>
      <p className={styles.hint}>{strings.fileFormats}</p>
      <Row wrap gap={2}>
        <Button onPress={() => files.current?.click()}>
          <Upload size={14} /> Choose files
        </Button>
        <Button onPress={() => folder.current?.click()}>
          <FolderOpen size={14} /> Choose a folder
        </Button>
      </Row>
      <input ref={files} type="file" multiple hidden onChange={(event) => inBackground(read(event.target.files))} />
      <input
        ref={folder}
        type="file"
        multiple
        hidden
        {...{ webkitdirectory: '' }}
        onChange={(event) => inBackground(read(event.target.files))}
      />
      <SubmitField
        label="Or a full path"
        placeholder="~/project/.claude"
        action="Continue"
        onSubmit={(place) => inBackground(readImport({ kind: 'place', place }))}
      />
    </>
  );
}

const selectText = ({ importText }: WorkbenchState) => importText;

function TextForm() {
  const text = useWorkbench(selectText);
  const { readImport, typeImportText } = useWorkbenchActions();
  return (
    <SubmitField
      label="Text"
      value={text}
      onChange={typeImportText}
      description={strings.textFormats}
      multiline
      action="Continue"
      onSubmit={(text) => inBackground(readImport({ kind: 'text', text }))}
    />
  );
}

function ServerForm() {
  const { readImport } = useWorkbenchActions();
  const [token, setToken] = useState('');
  const [command, setCommand] = useState<string>();
  return (
    <>
      <SubmitField
        label="Address"
        placeholder="http://127.0.0.1:3000/mcp"
        description={strings.aboutProbe}
        action="Read prompts"
        onSubmit={(place) => inBackground(readImport({ kind: 'place', place, ...(token.trim() !== '' && { token }) }))}
      />
      <Field
        label="Token, if the server needs one"
        description={strings.aboutToken}
        value={token}
        onChange={setToken}
        mono
      />
      <SubmitField
        label="Or a command that starts the server"
        placeholder="npx -y some-mcp-server"
        description={strings.aboutCommand}
        action="Start and read prompts"
        onSubmit={setCommand}
      />
      {command !== undefined && (
        <Notice
          tone="warning"
          title="Start this program?"
          actions={
            <>
              <Button onPress={() => setCommand(undefined)}>Don't start</Button>
              <Button
                variant="primary"
                autoFocus
                onPress={() => inBackground(readImport({ kind: 'command', command }))}
              >
                Start
              </Button>
            </>
          }
        >
          <code className={styles.command}>{command}</code>
          It runs with your privileges and can do anything that you can do on this computer.
        </Notice>
      )}
    </>
  );
}

interface SubmitFieldProps {
  readonly label: string;
  readonly action: string;
  readonly description?: string;
  readonly placeholder?: string;
  readonly multiline?: boolean;
  /** The typed text, if it outlives the field. */
  readonly value?: string;
  readonly onChange?: (value: string) => void;
  readonly onSubmit: (value: string) => void;
}

/** One field with its submit button. */
function SubmitField({ action, onSubmit, multiline = false, ...field }: SubmitFieldProps) {
  const [typedText, setTypedText] = useState('');
  const { value = typedText, onChange = setTypedText } = field;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (value.trim() !== '') onSubmit(value);
  };
  return (
    <form className={multiline ? styles.tall : styles.line} onSubmit={submit}>
      <Field {...field} multiline={multiline} value={value} onChange={onChange} mono />
      <Button type="submit" isDisabled={value.trim() === ''}>
        {action}
      </Button>
    </form>
  );
}
