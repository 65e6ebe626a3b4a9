module.exports = ({ env }) => {
  const client = env('DATABASE_CLIENT', 'sqlite');
  if (client === 'sqlite') {
    return {
      connection: { client, connection: { filename: env('DATABASE_FILENAME') }, useNullAsDefault: true },
    };
  }
  return {
    connection: {
      client,
      connection: {
        host: '127.0.0.1',
        port: env.int('DATABASE_PORT'),
        database: env('DATABASE_NAME'),
        user: env('DATABASE_USERNAME'),
        password: '',
      },
      pool: { min: 0, max: 10 },
    },
  };
};
