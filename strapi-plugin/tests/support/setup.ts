import { enableCompileCache } from 'node:module';

// Every thread loads Strapi's three thousand modules anew.
enableCompileCache();

/** Strapi must neither phone home nor write its start-up banner into the test report. */
process.env.STRAPI_TELEMETRY_DISABLED = 'true';
process.env.STRAPI_HIDE_STARTUP_MESSAGE = 'true';
process.env.NODE_ENV = 'test';

// Knex says of every table that Strapi creates on MariaDB that DDL ends the transaction, which is known. The files of a
// thread share its console, and each runs this.
const SILENCED = Symbol.for('consent silenced log');
if (!(SILENCED in console.log)) {
  const { log } = console;
  const said = (...parts: unknown[]) => {
    if (!String(parts[0]).startsWith('Transaction was implicitly committed')) log(...parts);
  };
  console.log = Object.assign(said, { [SILENCED]: true });
}
