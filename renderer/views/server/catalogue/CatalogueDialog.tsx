import { useEffect, useState } from 'react';
import type { CatalogueEntry, ListName } from '../../../../src/contract/contract.ts';
import { Button } from '../../../components/controls/Button.tsx';
import { Modal } from '../../../components/overlay/Modal.tsx';
import { Notice } from '../../../components/status/Notice.tsx';
import { inBackground } from '../../../in-background.ts';
import { sentence } from '../../../store/context.ts';
import { useWorkbench, useWorkbenchActions } from '../../../store/StoreProvider.tsx';
import { findServer } from '../../../store/selectors.ts';
import { strings } from '../strings.ts';
import { CataloguePicker } from './CataloguePicker.tsx';

type Listing =
  | { readonly status: 'loading' }
  | { readonly status: 'ready'; readonly entries: readonly CatalogueEntry[] }
  | { readonly status: 'failed'; readonly message: string };

interface CatalogueDialogProps {
  /** The server whose list gets the entries. */
  readonly server: string;
  /** Default: its prompts. */
  readonly list?: ListName;
  readonly onClose: () => void;
}

/** Adds prompts or tools of the catalogue to one server's list. */
export default function CatalogueDialog({ server: name, list = 'prompts', onClose }: CatalogueDialogProps) {
  const server = useWorkbench((state) => findServer(state, name));
  const revision = useWorkbench(({ workspace }) => (workspace.status === 'ready' ? workspace.view.revision : 0));
  const { listCatalogue, addEntry } = useWorkbenchActions();
  const [listing, setListing] = useState<Listing>({ status: 'loading' });
  const [addedName, setAddedName] = useState('');

  // biome-ignore lint/correctness/useExhaustiveDependencies: a changed workspace has other entries in its list.
  useEffect(() => {
    let isWanted = true;
    listCatalogue(list).then(
      (entries) => isWanted && setListing({ status: 'ready', entries }),
      (error) => isWanted && setListing({ status: 'failed', message: sentence(error) }),
    );
    return () => {
      isWanted = false;
    };
  }, [listCatalogue, list, revision]);

  const add = async (entry: CatalogueEntry) => {
    const change = await addEntry(name, entry.catalogueName, list);
    if (change) setAddedName(strings.added(entry.catalogueName, name));
  };

  return (
    <Modal
      isWide
      title={`Add existing ${list} to ${name}`}
      onClose={onClose}
      footer={
        <>
          <p role="status">{addedName}</p>
          <Button onPress={onClose}>Done</Button>
        </>
      }
    >
      {listing.status === 'failed' && <Notice tone="danger">{listing.message}</Notice>}
      {listing.status === 'ready' && server && (
        <CataloguePicker
          entries={listing.entries}
          server={server}
          list={list}
          onAdd={(entry) => inBackground(add(entry))}
        />
      )}
    </Modal>
  );
}
