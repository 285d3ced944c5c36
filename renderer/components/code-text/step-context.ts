/**
 * Whether a step of undo or redo is under way. The window provides it (main.tsx), and the text editors, which load later and
 * know no store, put the cursor by it.
 */
import { createContext } from 'react';

export const StepContext = createContext<() => boolean>(() => false);
