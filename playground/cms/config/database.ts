import path from 'node:path';
import type { Core } from '@strapi/strapi';

type Client = 'sqlite' | 'postgres' | 'mysql';

const DEFAULT_PORTS = { postgres: 5432, mysql: 3306 };

/** SQLite unless DATABASE_CLIENT names another; `mysql` is MariaDB's client too. */
const database = ({ env }: Core.Config.Shared.ConfigParams): Core.Config.Database => {
  const client = env.oneOf('DATABASE_CLIENT', ['sqlite', 'postgres', 'mysql'], 'sqlite') as Client;
  if (client === 'sqlite') {
    // Compiled, this file stands in dist/config: the app is two levels up.
    const filename = path.resolve(__dirname, '..', '..', env('DATABASE_FILENAME', '.tmp/data.db'));
    return { connection: { client, connection: { filename }, useNullAsDefault: true } };
  }
  return {
    connection: {
      client,
      connection: {
        host: env('DATABASE_HOST', '127.0.0.1'),
        port: env.int('DATABASE_PORT', DEFAULT_PORTS[client]),
        database: env('DATABASE_NAME', 'permesso'),
        user: env('DATABASE_USERNAME', 'permesso'),
        password: env('DATABASE_PASSWORD', ''),
      },
      pool: { min: 0, max: 10 },
    },
  };
};

export default database;
