import './host/zod-without-eval.ts';
import '@fontsource-variable/inter/wght.css';
import '@fontsource-variable/jetbrains-mono/wght.css';
import './styles/tokens.css';
import './styles/base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createHostClient } from '../src/contract/host-client.ts';
import { StepContext } from './components/code-text/step-context.ts';
import { followFailedStyles } from './components/status/lazy-view.tsx';
import { chooseHost } from './host/host.ts';
import { followMouseButtons } from './host/mouse-buttons.ts';
import { preventDropNavigation } from './host/prevent-drop-navigation.ts';
import { inBackground, reportBackgroundFailures } from './in-background.ts';
import { followAddress } from './store/address/follow-address.ts';
import { StoreProvider } from './store/StoreProvider.tsx';
import { createSettings, storageKey } from './store/settings.ts';
import { createWorkbenchStore } from './store/store.ts';
import { App } from './views/shell/App.tsx';
import { followMenu } from './views/shell/find/app-menu.ts';
import { SignedOut } from './views/shell/SignedOut.tsx';

const root = document.getElementById('root');
if (!root) throw new Error('The page has no element with the id "root".');

preventDropNavigation(window);
followFailedStyles();
const host = chooseHost();
const settings = createSettings(window.localStorage);
const store = createWorkbenchStore(createHostClient(host.transport), settings, host.sessions);
reportBackgroundFailures(store.actions.reportDefect);
window.addEventListener('storage', ({ key }) => {
  if (key === storageKey) inBackground(store.actions.refreshSettings());
});
// A field is written when it loses the focus, and going back takes its page away without that.
window.addEventListener('popstate', () => {
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
});
followAddress(window, store);
if (window.workbench) {
  followMouseButtons(window);
  followMenu(window.workbench, store);
}
const isStepUnderWay = () => store.state.getState().nextSteps?.isUnderWay === true;
const view = createRoot(root);
view.render(
  <StrictMode>
    <StoreProvider store={store}>
      <StepContext value={isStepUnderWay}>
        <App />
      </StepContext>
    </StoreProvider>
  </StrictMode>,
);
inBackground(
  host.signedOut.then((message) =>
    view.render(
      <StrictMode>
        <SignedOut message={message} />
      </StrictMode>,
    ),
  ),
);
