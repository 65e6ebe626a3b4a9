/** What the integration's options name, and no test here renders. */
declare module '*.astro' {
  const component: object;
  export default component;
}
declare module '*.css';
