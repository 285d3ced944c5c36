import { useEffect, useState } from 'react';
import { Popover } from 'react-aria-components/Popover';
import { serverNameProblem, skillNameProblem, sourceNameProblem } from '../../../../src/model/prompt/prompt-names.ts';
import { cx } from '../../../components/cx.ts';
import { NameField } from '../../../components/fields/NameField.tsx';
import type { NameDraftProps } from '../../../components/fields/useNameDraft.ts';
import { entryNameProblem } from '../../../store/arguments/name-clash.ts';
import { useWorkbench, useWorkbenchStore } from '../../../store/StoreProvider.tsx';
import { selectOtherSkills, selectServers } from '../../../store/selectors.ts';
import type { WorkbenchState } from '../../../store/state.ts';
import type { WorkbenchStore } from '../../../store/store.ts';
import { selectEntry, selectedServer, selectOwnSource, selectSkill, selectUnlisted } from '../find/selected-entries.ts';
import { afterClosing, stillHere } from '../focus.ts';
import { strings } from '../strings.ts';
import styles from './RenameRow.module.css';

interface RenameProps extends Pick<NameDraftProps, 'name' | 'check' | 'onCommit'> {
  /** What another name changes elsewhere. */
  readonly readNote: () => Promise<string | undefined>;
}

/** Room for a name and a sentence below it, in CSS pixels. */
const minWidth = 300;

/** Renames the selected prompt, tool, server, source or skill in its row of the list. */
export function RenameRow() {
  const store = useWorkbenchStore();
  const name = useWorkbench((state) => renamingOf(state, store)?.name);
  // Without a menu the field is there at once: people type right after F2. A closing menu gives the focus back first.
  const [row, setRow] = useState(() => (document.querySelector('[role=menu]') ? undefined : selectedRow()));
  useEffect(() => afterClosing(() => setRow((current) => current ?? selectedRow())), []);
  const renaming = renamingOf(store.state.getState(), store);
  if (name === undefined || !renaming || !row) return null;
  const onDone = () => {
    const isInField = document.activeElement?.closest(`.${styles.rename}`) !== null;
    // The row has the focus before the next frame, and may be renamed again.
    const isHere = stillHere();
    store.actions.closeOverlay();
    if (isInField) afterClosing(() => isHere() && selectedRow()?.focus());
  };
  return (
    <Popover
      isOpen
      isNonModal
      aria-label={`Rename ${name}`}
      triggerRef={{ current: row }}
      placement="bottom start"
      // The field covers the name.
      offset={-row.offsetHeight}
      className={cx(styles.rename)}
      style={{ width: Math.max(row.offsetWidth, minWidth) }}
    >
      <div role="dialog" aria-label={`Rename ${name}`}>
        <NameField label="Name" hidesLabel startsSelected {...renaming} onDone={onDone} />
      </div>
    </Popover>
  );
}

/** The row in the list, scrolled into view; the heading of the page while the list is hidden. */
function selectedRow(): HTMLElement | undefined {
  const rows = [...document.querySelectorAll<HTMLElement>('[data-pane=list] [role=row][aria-selected=true]')];
  const place =
    rows.find((row) => row.checkVisibility()) ?? document.querySelector<HTMLElement>('[data-pane=editor] h2');
  place?.scrollIntoView({ block: 'nearest' });
  return place ?? undefined;
}

function renamingOf(state: WorkbenchState, { state: store, actions }: WorkbenchStore): RenameProps | undefined {
  const { name: server, file } = selectedServer(state) ?? {};
  if (server !== undefined && file !== undefined) {
    const otherNames = selectServers(state).flatMap(({ name }) => (name === server ? [] : [name]));
    return {
      name: server,
      check: (typedText) => serverNameProblem(typedText, otherNames),
      onCommit: (typedText) => actions.renameServer(file, typedText),
      readNote: async () => [strings.renameServer, await actions.readServerNameNote(file)].filter(Boolean).join(' '),
    };
  }
  const source = selectOwnSource(state)?.source.name;
  if (source !== undefined) {
    const otherNames = state.sources.list.flatMap(({ builtin, name }) => (builtin || name === source ? [] : [name]));
    return {
      name: source,
      check: (typedText) => sourceNameProblem(typedText, otherNames, source),
      onCommit: (typedText) => actions.renameSource(source, typedText),
      readNote: async () => strings.renameSource,
    };
  }
  const skill = selectSkill(state);
  if (skill) {
    const { name, file } = skill;
    return {
      name,
      check: (typedText) => skillNameProblem(typedText, selectOtherSkills(state, file)),
      onCommit: (typedText) => actions.renameSkill(file, typedText),
      readNote: () => actions.readSkillNameNote(file),
    };
  }
  const unlistedEntry = selectUnlisted(state);
  if (unlistedEntry) {
    const { item, file } = unlistedEntry;
    const list = state.selection?.kind === 'unlisted-tool' ? 'tools' : 'prompts';
    return {
      name: item.name,
      check: (typedText) => entryNameProblem(store.getState(), list, item.location, typedText),
      onCommit: (typedText) => actions.renameFile(file, typedText),
      readNote: async () => strings.renameUnlisted,
    };
  }
  const entry = selectEntry(state);
  if (!entry || entry.index < 0) return undefined;
  const { server: lister, list, index, item } = entry;
  return {
    name: item.name,
    check: (typedText) => entryNameProblem(store.getState(), list, item.location, typedText),
    onCommit: (typedText) => actions.renameEntry(lister.name, index, typedText, list),
    readNote: async () => {
      const note = item.location && (await actions.readRenameNote(item.location, lister.name));
      return [strings.renameForClients(list === 'tools' ? 'tool' : 'prompt'), note].filter(Boolean).join(' ');
    },
  };
}
