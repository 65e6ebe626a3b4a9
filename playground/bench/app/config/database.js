module.exports = ({ env }) => ({ connection: env.json('DATABASE_CONNECTION') });
