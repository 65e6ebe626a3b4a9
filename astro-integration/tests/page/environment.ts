/** `astro:env/server` as in a built site, which reads the environment when it runs: under test Astro has read it before. */
export const getSecret = (name: string): string | undefined => process.env[name];
