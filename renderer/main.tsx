import '@fontsource-variable/inter/wght.css';
import '@fontsource-variable/inter/wght-italic.css';
import '@fontsource-variable/jetbrains-mono/wght.css';
import './styles/tokens.css';
import './styles/base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createHostClient } from '../src/contract/host-client.ts';
import { chooseHost, type Host } from './host/host.ts';
import { stayWhenDropped } from './host/stay.ts';
import { reportBackgroundFailures } from './in-background.ts';
import { StoreProvider } from './store/StoreProvider.tsx';
import { createSettings } from './store/settings.ts';
import { createWorkbenchStore } from './store/store.ts';
import { App } from './views/shell/App.tsx';
import { SignedOut } from './views/shell/SignedOut.tsx';

const root = document.getElementById('root');
if (!root) throw new Error('The page has no element with the id "root".');

stayWhenDropped(window);
const host = await chooseHost();
createRoot(root).render(<StrictMode>{viewOf(host)}</StrictMode>);

function viewOf(host: Host) {
  if (host.kind === 'signed-out') return <SignedOut message={host.message} />;
  const settings = createSettings(window.localStorage);
  const store = createWorkbenchStore(createHostClient(host.transport), settings, host.sessions);
  reportBackgroundFailures(store.actions.reportDefect);
  return (
    <StoreProvider store={store}>
      <App />
    </StoreProvider>
  );
}
