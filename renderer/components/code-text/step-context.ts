/** Whether a step of undo or redo is under way, for the text editors of the window. */
import { createContext } from 'react';

export const StepContext = createContext<() => boolean>(() => false);
