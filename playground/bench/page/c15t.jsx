/** c15t's React banner as its quick start says, in its mode without a server: the page waits for no network. */
import '@c15t/react/styles.css';
import { ConsentBanner, ConsentDialog, ConsentManagerProvider } from '@c15t/react';
import { createRoot } from 'react-dom/client';

createRoot(document.querySelector('#consent')).render(
  <ConsentManagerProvider
    options={{
      mode: 'offline',
      consentCategories: ['necessary', 'measurement', 'marketing'],
      overrides: { country: 'DE' },
    }}
  >
    <ConsentBanner />
    <ConsentDialog />
  </ConsentManagerProvider>,
);
