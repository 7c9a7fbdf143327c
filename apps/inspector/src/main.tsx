/** Starts the page. */
import { render } from 'preact';
import { App } from './app.js';
import './styles.css';
import { followAddress } from './state/address.js';
import { worker } from './state/app.js';
import { followTheme } from './ui/theme.js';

followTheme();
// Starting the worker early lets it load while the user chooses a file.
worker();
followAddress();
const root = document.getElementById('app');
if (root !== null) render(<App />, root);

/**
 * True if `marquetry inspect` serves the page. Its URL is valid only until that command exits, so nothing
 * is stored for later visits.
 */
const isForOneFile = new URLSearchParams(location.hash.slice(1)).get('url')?.startsWith(`${location.pathname}file/`);

if ('serviceWorker' in navigator && import.meta.env.PROD && isForOneFile !== true) {
  addEventListener('load', () => {
    // Without a service worker, for example in a private window, the page works only while its server can be reached.
    navigator.serviceWorker.register('sw.js').catch(() => undefined);
  });
}
