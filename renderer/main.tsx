import './host/zod-without-eval.ts';
import '@fontsource-variable/inter/wght.css';
import '@fontsource-variable/inter/wght-italic.css';
import '@fontsource-variable/jetbrains-mono/wght.css';
import './styles/tokens.css';
import './styles/base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createHostClient } from '../src/contract/host-client.ts';
import { chooseHost } from './host/host.ts';
import { followMouseButtons } from './host/mouse-buttons.ts';
import { preventDropNavigation } from './host/prevent-drop-navigation.ts';
import { inBackground, reportBackgroundFailures } from './in-background.ts';
import { followAddress } from './store/address/follow-address.ts';
import { StoreProvider } from './store/StoreProvider.tsx';
import { createSettings } from './store/settings.ts';
import { createWorkbenchStore } from './store/store.ts';
import { App } from './views/shell/App.tsx';
import { SignedOut } from './views/shell/SignedOut.tsx';

const root = document.getElementById('root');
if (!root) throw new Error('The page has no element with the id "root".');

preventDropNavigation(window);
const host = chooseHost();
const store = createWorkbenchStore(
  createHostClient(host.transport),
  createSettings(window.localStorage),
  host.sessions,
);
reportBackgroundFailures(store.actions.reportDefect);
// A field is written when it loses the focus, and going back takes its page away without that.
window.addEventListener('popstate', () => {
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
});
followAddress(window, store);
if (window.workbench) followMouseButtons(window);
const view = createRoot(root);
view.render(
  <StrictMode>
    <StoreProvider store={store}>
      <App />
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
