import { compactBase64 } from '../../../../../src/base/formats.ts';
import type { KeyPath } from '../../../../../src/base/json.ts';
import { typeOfBytes } from '../../../../../src/base/media-type.ts';
import { Field } from '../../../../components/fields/Field.tsx';
import { Fold } from '../../../../components/layout/Fold.tsx';
import { pathKey } from '../../../../store/definition/json.ts';
import { useWorkbench } from '../../../../store/StoreProvider.tsx';
import { valueIn } from '../../../../store/selectors.ts';
import { useDefinitionField } from '../../../editor/useDefinitionField.ts';
import { MediaView } from './MediaView.tsx';

/** Longer base64 is hidden until a person asks for it. Characters. */
const shortLength = 400;

interface DataBodyProps {
  readonly at: KeyPath;
  readonly label: string;
  readonly expectedKind?: 'image' | 'audio';
}

/** Bytes inside the prompt, as base64. */
export function DataBody({ at, label, expectedKind }: DataBodyProps) {
  const field = useDefinitionField([...at, 'Data']);
  const typeValue = useWorkbench((state) => valueIn(state, [...at, 'MimeType']));
  const data = compactBase64(field.value);
  const mimeType = typeof typeValue === 'string' && typeValue !== '' ? typeValue : typeOfBase64(data);
  const isWrong = field.problems.some(({ severity }) => severity === 'error');
  return (
    <>
      {data !== '' && !isWrong && (
        <MediaView
          media={{ status: 'ready', content: { data, mimeType } }}
          name={label}
          {...(expectedKind ? { expectedKind } : {})}
        />
      )}
      <Fold
        title="Base64"
        of={label}
        summary={`${data.length.toLocaleString()} characters`}
        opens={isWrong || data.length <= shortLength}
        place={pathKey([...at, 'Data'])}
      >
        <Field label="Data, base64" mono multiline placeholder="iVBORw0KGgo…" {...field} />
      </Fold>
    </>
  );
}

function typeOfBase64(data: string): string {
  try {
    const head = atob(data.slice(0, 64 - (Math.min(64, data.length) % 4)));
    return typeOfBytes(Uint8Array.from(head, (character) => character.charCodeAt(0))) ?? unknownType;
  } catch {
    return unknownType;
  }
}

const unknownType = 'application/octet-stream';
