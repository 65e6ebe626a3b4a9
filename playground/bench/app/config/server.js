module.exports = ({ env }) => ({
  host: '127.0.0.1',
  port: env.int('PORT'),
  app: { keys: ['bench-a', 'bench-b'] },
  // The load comes from one address and stands for many visitors.
  proxy: { koa: true },
});
