import { Suspense, useEffect } from 'react';
import { inBackground } from '../../in-background.ts';
import type { CodeTextProps } from '../code-text/CodeMirrorText.tsx';
import { cx } from '../cx.ts';
import { lazyView } from '../status/lazy-view.tsx';
import styles from './CodeText.module.css';

/** CodeMirror is the larger half of the renderer, so the window is drawn first, with the plain text in its place. */
const loadEditor = () => import('../code-text/CodeMirrorText.tsx');
const CodeMirrorText = lazyView(loadEditor);

/**
 * A text editor that grows with its text. Shows the plain text until its code is loaded. `place` is the path of its
 * value (`pathKey`), the target of jumps to problems and matches.
 */
export function CodeText({ place, ...props }: CodeTextProps & { readonly place?: string }) {
  return (
    <div
      data-at={place}
      className={cx(styles.frame, props.isInvalid && styles.invalid, !props.onChange && styles.readOnly)}
    >
      <Suspense
        fallback={
          <pre data-loading className={cx(styles.waiting, props.language !== 'text' && styles.mono)}>
            {props.value}
          </pre>
        }
      >
        <CodeMirrorText {...props} />
      </Suspense>
    </div>
  );
}

/** Loads the editor's code once the list is drawn: its code would delay the first call to the core. */
export function usePreloadedEditor(isListDrawn: boolean): void {
  useEffect(() => {
    if (isListDrawn) inBackground(loadEditor());
  }, [isListDrawn]);
}
