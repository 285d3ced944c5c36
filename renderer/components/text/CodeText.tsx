import { lazy, Suspense, useEffect } from 'react';
import { inBackground } from '../../in-background.ts';
import type { CodeTextProps } from '../code-text/CodeMirrorText.tsx';
import { cx } from '../cx.ts';
import styles from './CodeText.module.css';

/** CodeMirror is the larger half of the renderer: the window is drawn first, with the text already in its place. */
const loadEditor = () => import('../code-text/CodeMirrorText.tsx');
const CodeMirrorText = lazy(loadEditor);

/**
 * A text editor that grows with its text. Until its code has come, the text itself stands there. `place` is where its
 * value is written (`pathKey`): a jump to a problem or to something found ends here.
 */
export function CodeText({ place, ...props }: CodeTextProps & { readonly place?: string }) {
  return (
    <div
      data-at={place}
      className={cx(styles.frame, props.isInvalid && styles.invalid, !props.onChange && styles.readOnly)}
    >
      <Suspense
        fallback={<pre className={cx(styles.waiting, props.language !== 'text' && styles.mono)}>{props.value}</pre>}
      >
        <CodeMirrorText {...props} />
      </Suspense>
    </div>
  );
}

/** Fetches the editor's code as soon as the window is drawn, before a text asks for it. */
export function usePreloadedEditor(): void {
  useEffect(() => inBackground(loadEditor()), []);
}
