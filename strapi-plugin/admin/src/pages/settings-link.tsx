import { Navigate } from 'react-router-dom';
import { PAGES } from '../plugin';

/** Leads from Strapi's settings to the plugin's, which stand with its other pages. */
export default function SettingsLink() {
  return <Navigate replace to={`${PAGES}/settings`} />;
}
