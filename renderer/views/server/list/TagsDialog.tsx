import { type FormEvent, useId, useState } from 'react';
import { formatCount } from '../../../../src/base/text/format-count.ts';
import type { ListName } from '../../../../src/contract/contract.ts';
import { Button } from '../../../components/controls/Button.tsx';
import { Checkbox } from '../../../components/controls/Checkbox.tsx';
import { Field } from '../../../components/fields/Field.tsx';
import { Stack, Text } from '../../../components/layout/primitives.tsx';
import { Modal } from '../../../components/overlay/Modal.tsx';
import { inBackground } from '../../../in-background.ts';
import { useWorkbench, useWorkbenchActions } from '../../../store/StoreProvider.tsx';
import { selectTags } from '../../../store/workspace/tags.ts';
import type { ListRow } from './list-rows.ts';

interface TagsDialogProps {
  readonly server: string;
  readonly list: ListName;
  readonly rows: readonly ListRow[];
  readonly onClose: () => void;
}

/** Adds and removes tags of the selected entries. A tag that only some of them have is half checked. */
export default function TagsDialog({ server, list, rows, onClose }: TagsDialogProps) {
  const knownTags = useWorkbench(selectTags);
  const { tagEntries } = useWorkbenchActions();
  const ownRows = rows.filter(({ origin }) => origin === 'inline' || origin === 'catalogue');
  const [typedTags, setTypedTags] = useState('');
  const [changes, setChanges] = useState<Readonly<Record<string, boolean>>>({});
  const formId = useId();
  const countOf = (tag: string) => ownRows.filter(({ item }) => item.tags?.includes(tag)).length;
  const newTags = typedTags.split(',').flatMap((tag) => tag.trim() || []);
  const tagsSetTo = (isSet: boolean) => Object.keys(changes).filter((tag) => changes[tag] === isSet);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    onClose();
    const indexes = ownRows.map(({ place }) => place);
    await tagEntries(server, indexes, { add: [...tagsSetTo(true), ...newTags], remove: tagsSetTo(false) }, list);
  };
  return (
    <Modal
      title={`Tags of ${formatCount(ownRows.length, list === 'tools' ? 'tool' : 'prompt')}`}
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button
            variant="primary"
            type="submit"
            form={formId}
            isDisabled={newTags.length === 0 && Object.keys(changes).length === 0}
          >
            Save
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={(event) => inBackground(submit(event))}>
        <Stack gap={3}>
          <Field
            label="New tags"
            placeholder="review, git"
            description="Separate several with commas. Clients never see tags."
            autoFocus
            value={typedTags}
            onChange={setTypedTags}
          />
          {knownTags.length > 0 && (
            <Stack as="fieldset" gap={1}>
              <Text as="legend" size="s" tone="soft">
                Tags in this workspace
              </Text>
              {knownTags.map((tag) => {
                const count = countOf(tag);
                return (
                  <Checkbox
                    key={tag}
                    isSelected={changes[tag] ?? count === ownRows.length}
                    isIndeterminate={changes[tag] === undefined && count > 0}
                    onChange={(isSet) => setChanges({ ...changes, [tag]: isSet })}
                  >
                    {tag}
                  </Checkbox>
                );
              })}
            </Stack>
          )}
        </Stack>
      </form>
    </Modal>
  );
}
