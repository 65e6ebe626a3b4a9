const { consentPlugin } = require('@permesso/plugin-consent');

module.exports = () => ({
  'users-permissions': {
    enabled: true,
    resolve: require.resolve('@strapi/plugin-users-permissions/package.json'),
    config: { jwtSecret: 'bench' },
  },
  consent: {
    ...consentPlugin({
      // The limiter runs and refuses nobody: what is measured is the work.
      recording: { rateLimitPerMinute: 100_000 },
      seal: { enabled: process.env.SEALING !== 'off', origin: 'bench.example/api/consent/log' },
      jobs: { purge: false },
    }),
    resolve: require.resolve('@permesso/plugin-consent/package.json'),
  },
});
