import { Download, ExternalLink } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from '../../components/controls/Button.tsx';
import { CopyButton } from '../../components/controls/CopyButton.tsx';
import { Fold } from '../../components/layout/Fold.tsx';
import { Row } from '../../components/layout/primitives.tsx';
import { FramedText } from '../../components/text/FramedText.tsx';
import { saveFile } from '../../components/text/save-file.ts';
import { inBackground } from '../../in-background.ts';
import { useWorkbenchActions } from '../../store/StoreProvider.tsx';
import type { ConnectApplication, ConnectState } from '../../store/state/dialogs.ts';
import styles from './OtherForms.module.css';

interface OtherFormsProps {
  readonly connect: Extract<ConnectState, { status: 'open' }>;
  readonly application: ConnectApplication;
}

/** The same entry to add by hand: a snippet, a command, a link, a bundle. */
export function OtherForms({ connect, application }: OtherFormsProps) {
  return (
    <Fold title="Set up manually" of={application.name}>
      <Forms connect={connect} application={application} />
    </Fold>
  );
}

/** Rendered only while the fold is open. */
function Forms({ connect: { target, snippets }, application }: OtherFormsProps) {
  const { readSnippets, readBundle } = useWorkbenchActions();
  const [isSaving, setSaving] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: snippets depend on the target.
  useEffect(() => inBackground(readSnippets()), [target, readSnippets]);
  const bundle = async () => {
    setSaving(true);
    const made = await readBundle();
    if (made) saveFile(made.fileName, made.data);
    setSaving(false);
  };
  return (
    <>
      {snippets && <Form title={`${snippets.language.toUpperCase()} configuration`} text={snippets.snippet} />}
      {snippets?.shell && <Form title="Terminal command" text={snippets.shell} />}
      {snippets?.link && (
        <Row as="p" align="center" justify="between">
          <a href={snippets.link} className={styles.link}>
            <ExternalLink size={14} />
            {`Install link for ${application.name}`}
          </a>
          <CopyButton label="Copy the install link" text={snippets.link} />
        </Row>
      )}
      {application.id === 'claude-desktop' && (
        <Button isDisabled={isSaving} onPress={() => inBackground(bundle())}>
          <Download size={14} />
          Save a bundle (.mcpb)
        </Button>
      )}
    </>
  );
}

function Form({ title, text }: { title: string; text: string }) {
  return (
    <figure className={styles.form}>
      <Row as="figcaption" align="center" justify="between" tone="soft" size="s">
        {title}
        <CopyButton label={`Copy: ${title}`} text={text} />
      </Row>
      <FramedText className={styles.text}>{text}</FramedText>
    </figure>
  );
}
