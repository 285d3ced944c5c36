import { X } from 'lucide-react';
import { useId } from 'react';
import type { KeyPath } from '../../../src/base/json.ts';
import { isJsonObject } from '../../../src/base/json.ts';
import { IconButton } from '../../components/controls/Button.tsx';
import { Choice } from '../../components/controls/Choice.tsx';
import { Field } from '../../components/fields/Field.tsx';
import { useNameDraft } from '../../components/fields/useNameDraft.ts';
import { Fold } from '../../components/layout/Fold.tsx';
import { Row, Stack, Text } from '../../components/layout/primitives.tsx';
import { inBackground } from '../../in-background.ts';
import { type Json, pathKey } from '../../store/definition/json.ts';
import { useWorkbench, useWorkbenchActions } from '../../store/StoreProvider.tsx';
import { valueIn } from '../../store/selectors.ts';
import { useProblemsAt } from '../editor/useDefinitionField.ts';
import { useFinishedField } from '../editor/useFinishedField.ts';
import fields from './fields.module.css';
import { strings } from './strings.ts';
import styles from './WebFields.module.css';

const at = ['Web'];
const optionalField = { removesWhenEmpty: true };

/** The addresses whose pages a source fetches. An address is written when it is finished. */
export function WebFields() {
  const count = useWorkbench((state) => listOf(valueIn(state, at)).length);
  const { restructure } = useWorkbenchActions();
  const labelId = useId();
  const add = async (url: string) => {
    if (url !== '') await restructure(at, (before) => [...listOf(before), { Url: url }]);
  };
  const { field } = useNameDraft({ name: '', check: () => undefined, onCommit: add });
  return (
    <Stack gap={2} role="group" aria-labelledby={labelId} data-at={pathKey(at)}>
      <Stack gap={1}>
        <Text as="span" id={labelId} tone="soft" size="s" weight="medium">
          Pages on the web
        </Text>
        <Text as="span" tone="faint" size="s">
          {strings.aboutWeb}
        </Text>
      </Stack>
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two entries may have the same address for a moment.
        <WebEntry key={index} index={index} />
      ))}
      <Field
        label="Add a web address"
        hidesLabel
        mono
        placeholder="Add an address, such as https://docs.example.com/"
        {...field}
      />
    </Stack>
  );
}

function listOf(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : [];
}

function WebEntry({ index }: { index: number }) {
  const place = [...at, index];
  const entry = useWorkbench((state) => valueIn(state, place));
  const { restructure } = useWorkbenchActions();
  const url = useFinishedField([...place, 'Url']);
  const version = useFinishedField([...place, 'Version'], optionalField);
  const isGit = isJsonObject(entry) && isRepository(entry);
  const remove = () =>
    restructure(at, (before) => {
      const otherEntries = listOf(before).toSpliced(index, 1);
      return otherEntries.length > 0 ? otherEntries : undefined;
    });
  return (
    <div className={styles.entry} data-at={pathKey(place)}>
      <Row align="end" gap={1} className={styles.address}>
        <Field label={`Address ${index + 1}`} mono {...url} />
        <IconButton label={`Remove address ${index + 1}`} onPress={() => inBackground(remove())}>
          <X size={14} />
        </IconButton>
      </Row>
      <div className={fields.fields}>
        <Field label="Version" placeholder="Such as 14.2" {...version} />
        <RefreshField at={[...place, 'Refresh']} />
      </div>
      <Fold title={isGit ? 'Branch, folder and limits' : 'Limits'} of={`Address ${index + 1}`}>
        <div className={fields.fields}>
          {isGit ? (
            <>
              <TextField at={[...place, 'Ref']} label="Branch or tag" placeholder="HEAD" />
              <TextField at={[...place, 'Folder']} label="Folder" placeholder="docs" />
            </>
          ) : (
            <>
              <TextField at={[...place, 'Below']} label="Only below the path" placeholder="The folder of the address" />
              <NumberField at={[...place, 'Depth']} label="Link depth" placeholder="3" />
              <NumberField at={[...place, 'Delay']} label="Seconds between requests" placeholder="1" />
            </>
          )}
          <NumberField at={[...place, 'MaxPages']} label="Maximum pages" placeholder="500" />
          <NumberField at={[...place, 'MaxMegabytes']} label="Maximum MB" placeholder="50" />
        </div>
      </Fold>
    </div>
  );
}

function isRepository({ Type: type, Url: url }: Readonly<Record<string, unknown>>): boolean {
  return type === 'Git' || (type === undefined && /^(ssh|file):|\.git\/?$/i.test(String(url)));
}

interface TextFieldProps {
  readonly at: KeyPath;
  readonly label: string;
  readonly placeholder: string;
}

function TextField({ at: place, label, placeholder }: TextFieldProps) {
  const field = useFinishedField(place, optionalField);
  return <Field label={label} mono placeholder={placeholder} {...field} />;
}

/** What is not a number is written as text, and reported. */
function NumberField({ at: place, label, placeholder }: TextFieldProps) {
  const value = useWorkbench((state) => valueIn(state, place));
  const problems = useProblemsAt(place);
  const { edit, flush } = useWorkbenchActions();
  const { field, isPending } = useNameDraft({
    name: value === undefined || value === null ? '' : String(value),
    check: () => undefined,
    onCommit(text) {
      const number = Number(text);
      edit(place, text === '' ? undefined : Number.isNaN(number) ? text : number);
      inBackground(flush());
    },
  });
  return (
    <Field
      label={label}
      placeholder={placeholder}
      place={pathKey(place)}
      {...field}
      problems={isPending ? [] : problems}
    />
  );
}

const onRequest = 'Only on request';
const refreshes = [onRequest, 'Daily', 'Weekly', 'Monthly'];

function RefreshField({ at: place }: { at: KeyPath }) {
  const value = useWorkbench((state) => valueIn(state, place));
  const { editAsStep } = useWorkbenchActions();
  return (
    <div data-at={pathKey(place)}>
      <Choice
        label="Fetch again"
        value={typeof value === 'string' && refreshes.includes(value) ? value : onRequest}
        options={refreshes}
        onChange={(chosenValue) => editAsStep(place, chosenValue === onRequest ? undefined : chosenValue)}
      />
    </div>
  );
}
