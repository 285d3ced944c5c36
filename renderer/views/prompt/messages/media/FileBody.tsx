import { FolderOpen, Upload } from 'lucide-react';
import { FileTrigger } from 'react-aria-components/FileTrigger';
import type { KeyPath } from '../../../../../src/base/json.ts';
import { Button } from '../../../../components/controls/Button.tsx';
import { Field } from '../../../../components/fields/Field.tsx';
import { Row } from '../../../../components/layout/primitives.tsx';
import { inBackground } from '../../../../in-background.ts';
import { withFile } from '../../../../store/content/block-body.ts';
import { useWorkbenchActions } from '../../../../store/StoreProvider.tsx';
import { useDefinitionField } from '../../../editor/useDefinitionField.ts';
import styles from './FileBody.module.css';
import { MediaMenu } from './MediaMenu.tsx';
import { MediaView } from './MediaView.tsx';
import { useMedia } from './useMedia.ts';

interface FileBodyProps {
  readonly at: KeyPath;
  readonly label: string;
  readonly expectedKind?: 'image' | 'audio';
}

/** A file of the media folder as the content of a block, with buttons to choose or add another. */
export function FileBody({ at, label, expectedKind }: FileBodyProps) {
  const { restructure, setBlockFile } = useWorkbenchActions();
  const file = useDefinitionField([...at, 'File'], { removesWhenEmpty: true });
  const media = useMedia(file.value || undefined);
  const take = (name: string, mimeType: string) => restructure(at, (before) => withFile(before, name, mimeType));
  return (
    <MediaView media={media} name={file.value} {...(expectedKind ? { expectedKind } : {})}>
      <Row align="end" wrap gap={2}>
        <div className={styles.path}>
          <Field label="File in media" mono placeholder={examples[expectedKind ?? 'text']} {...file} />
        </div>
        <MediaMenu
          label={`${label}: choose from media`}
          expectedKind={expectedKind}
          onChoose={(chosenFile) => inBackground(take(chosenFile.file, chosenFile.mimeType))}
        >
          <FolderOpen size={14} />
          Choose
        </MediaMenu>
        <FileTrigger
          {...(expectedKind ? { acceptedFileTypes: [`${expectedKind}/*`] } : {})}
          onSelect={(chosenFiles) => chosenFiles?.[0] && inBackground(setBlockFile(at, chosenFiles[0]))}
        >
          <Button data-first aria-label={`${label}: add a file`}>
            <Upload size={14} />
            Add a file
          </Button>
        </FileTrigger>
      </Row>
    </MediaView>
  );
}

const examples = { image: 'images/logo.png', audio: 'greeting.wav', text: 'checklist.md' };
