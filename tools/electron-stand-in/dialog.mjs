/** `dialog`: docs/api/dialog.md. A test answers in place of a person. */
import { requireReady } from './lifecycle.mjs';
import { allowOnly } from './limits.mjs';

/** @type {{ kind: string, options: any, answer(value: any): void }[]} dialogs on the screen, the oldest first */
const openDialogs = [];
/** @type {{ kind: string, value: any }[]} answers that wait for their question */
const preparedAnswers = [];
/** @type {{ kind: string, options: any, isAttached: boolean }[]} all dialogs so far, and whether to a window */
export const shownDialogs = [];

const needsReady = 'dialog module can only be used after app is ready';

/** @param {string} kind @param {any[]} args the window, which is optional, and the options @returns {Promise<any>} */
function ask(kind, args) {
  requireReady(needsReady);
  const options = args.at(-1);
  shownDialogs.push({ kind, options, isAttached: args.length > 1 });
  const answer = takePrepared(kind);
  return answer
    ? Promise.resolve(answer.value)
    : new Promise((resolve) => openDialogs.push({ kind, options, answer: resolve }));
}

/** @param {string} kind */
function takePrepared(kind) {
  const index = preparedAnswers.findIndex((preparedAnswer) => preparedAnswer.kind === kind);
  return index === -1 ? undefined : preparedAnswers.splice(index, 1)[0];
}

export const dialog = allowOnly('dialog', {
  /** @param {...any} args */
  showOpenDialog: (...args) => ask('open', args),
  /** @param {...any} args */
  showMessageBox: (...args) => ask('message', args),
  /** @param {...any} args @returns {number} blocks the process, so that a test answers in advance */
  showMessageBoxSync(...args) {
    requireReady(needsReady);
    shownDialogs.push({ kind: 'message-sync', options: args.at(-1), isAttached: args.length > 1 });
    const { message, cancelId = 0 } = args.at(-1);
    const answer = takePrepared('message-sync');
    if (!answer) console.error(`No answer is prepared for the question "${message}", which is cancelled.`);
    return answer?.value ?? cancelId;
  },
  /** May be called before ready. @param {string} title @param {string} content */
  showErrorBox(title, content) {
    console.error(`error box: ${title}: ${content}`);
    shownDialogs.push({ kind: 'error', options: { title, content }, isAttached: false });
  },
});

/**
 * Shows the system's own dialog for saving a file.
 * @param {string} defaultPath
 * @returns {Promise<{ canceled: boolean, filePath: string }>}
 */
export const askForFile = (defaultPath) => ask('save', [{ defaultPath }]);

/** Answers the open dialog of this kind, or else the next one. @param {string} kind @param {any} value */
export function answerDialog(kind, value) {
  const index = openDialogs.findIndex((openDialog) => openDialog.kind === kind);
  if (index === -1) preparedAnswers.push({ kind, value });
  else openDialogs.splice(index, 1)[0]?.answer(value);
}
