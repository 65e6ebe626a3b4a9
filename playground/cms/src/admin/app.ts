/** The admin in German, too: an editor chooses it in the profile. */
export default {
  config: { locales: ['de'] },
  bootstrap(): void {},
};
