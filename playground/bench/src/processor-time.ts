/** Runs in the process of a measured server: tells how long it has kept processors busy, in microseconds, when asked. */
process.on('message', () => {
  const { user, system } = process.cpuUsage();
  process.send!(user + system);
});
process.channel?.unref();
